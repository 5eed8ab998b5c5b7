"""Cards of both editions of D&D Miniatures: their order in the builder and the suggested leaders."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from legions.cards.card_hooks import CardHooks
from legions.cards.stock import CardView


class MiniaturesCards(CardHooks):
    """Order and suggestions of creatures; `leader` is the fact that marks a leader."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key: cards of known cost first, the most expensive first, then by name."""
        return (card.cost is None, -(card.cost or 0), card.title)

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return the most expensive leader of each faction."""
        leading = [card for card in cards if card.document.get(self.leader) and card.cost and card.document["factions"]]
        leading.sort(key=lambda card: (-(card.cost or 0), card.slug))
        first: dict[str, CardView] = {}
        for card in leading:
            first.setdefault(card.document["factions"][0], card)
        return list(first.values())

    def chosen_by_leader(self, card: CardView, others: Sequence[CardView]) -> Mapping[str, str]:
        """Return the faction of a leader with exactly one faction, unless another creature cannot belong to it."""
        factions: list[str] = card.document.get("factions") or []
        if not card.document.get(self.leader) or len(factions) != 1:
            return {}
        fits_all = all(factions[0] in (one.document.get("factions") or factions) for one in others)
        return {"faction": factions[0]} if fits_all else {}
