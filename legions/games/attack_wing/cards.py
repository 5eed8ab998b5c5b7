"""Cards of D&D Attack Wing: their order in the builder, the suggested first creatures, and their maneuvers."""

from collections.abc import Iterable
from typing import Any

from legions.cards.card_hooks import CardHooks, PrintedChart
from legions.cards.stock import CardView, Stock
from legions.game_words import Document, vocabulary
from legions.games.attack_wing import maneuvers


class AttackWingCards(CardHooks):
    """Order and suggestions for creatures and upgrades, and the maneuvers of creatures."""

    chart_template = "games/attack-wing/maneuvers.html"

    def order(self, card: CardView) -> tuple[Any, ...]:
        """Return the sort key: upgrades by icon (those for any slot last), creatures by level; then by cost and
        name.
        """
        slot, level, cost = (card.document.get(key) for key in ("slot", "level", "cost"))
        return slot in {"any", None}, slot or "", -(level or 0), cost is None, cost or 0, card.title

    def starters(self, cards: Iterable[CardView]) -> list[CardView]:
        """Return the most expensive and a middling creature of each alignment; cost and slots have to be known."""
        complete = [
            (card, card.cost)
            for card in cards
            if card.stands and card.cost is not None and card.slots and "retired" not in card.document
        ]
        complete.sort(key=lambda pair: (-pair[1], pair[0].slug))
        found: list[CardView] = []
        for alignment in vocabulary.fact_values("attack-wing", "alignment"):
            ranks = [card for card, _cost in complete if card.document.get("alignment") == alignment]
            found += [ranks[rank] for rank in sorted({0, len(ranks) // 2}) if rank < len(ranks)]
        return found

    def chart(self, document: Document, stock: Stock) -> maneuvers.ManeuverChart | None:
        """Return the maneuvers of a creature, or None for another card."""
        return maneuvers.maneuver_chart(document, stock)

    def printed_charts(self, document: Document, stock: Stock) -> list[PrintedChart]:
        """Return the dials of a creature."""
        return maneuvers.printed_charts(document, stock)


CARD_HOOKS = AttackWingCards()
