"""Cards of both editions of D&D Miniatures: their order in the builder and the suggested leaders."""

from collections.abc import Iterable
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
