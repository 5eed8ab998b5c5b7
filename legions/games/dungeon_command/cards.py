"""Cards of Dungeon Command: their order in the builder, the suggested commanders, and the tally of a warband."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import ngettext

from legions.cards.card_hooks import CardHooks
from legions.cards.stock import CardView, Stock
from legions.game_words import Document


class DungeonCommandCards(CardHooks):
    """Order, suggestions and tally of commanders, creatures and orders."""

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key: commanders, creatures, orders; then by level, highest first, then by name."""
        kind = card.document.get("kind")
        return (("commander", "creature", "order").index(kind), -(card.document.get("level") or 0), card.title)

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return the commander with the highest Leadership of each pack."""
        commanders = [card for card in cards if card.document.get("kind") == "commander"]
        commanders.sort(key=lambda card: (-(card.document["leadership"] or 0), card.title))
        first: dict[str, CardView] = {}
        for card in commanders:
            first.setdefault(card.document["set"] or "", card)
        return list(first.values())

    def tally(self, document: Document, stock: Stock) -> str:
        """Return the number of creatures, orders and commanders in words."""
        counts = dict.fromkeys(("creature", "order", "commander"), 0)
        for pick in document.get("picks", ()):
            kind = stock.card(pick["card"]).document.get("kind")
            if kind in counts:
                counts[kind] += pick.get("count", 1)
        creatures, orders, commanders = counts.values()
        parts = (
            ngettext("%(number)d creature", "%(number)d creatures", creatures) % {"number": creatures},
            ngettext("%(number)d order", "%(number)d orders", orders) % {"number": orders},
            ngettext("%(number)d commander", "%(number)d commanders", commanders) % {"number": commanders},
        )
        return ", ".join(parts)


CARD_HOOKS = DungeonCommandCards()
