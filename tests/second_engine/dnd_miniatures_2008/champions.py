"""What champions do for a warband: restrictions that they waive (217.2), and creatures for less (206.1.a)."""

from collections.abc import Callable

from tests.second_engine.dnd_miniatures.clauses import all_hold
from tests.second_engine.dnd_miniatures.reading import Warband
from tests.second_engine.places import Card
from tests.second_engine.report import Report
from tests.second_engine.worlds import Look


def champions_that_waive(warband: Warband, code: str, creature: Card) -> Callable[[Look], list[Card]]:
    """The champions of a warband whose cards waive a restriction for a creature."""

    def waives(look: Look, champion: Card) -> bool:
        return bool(look(champion, "/champion")) and any(
            code in row["waives"] and all_hold(row["for"], creature, look)
            for row in look(champion, "/warband_building")
        )

    cards = {one.card["slug"]: one.card for one in warband.figures}
    return lambda look: [card for card in cards.values() if waives(look, card)]


def price(report: Report, warband: Warband) -> Callable[[Look], int]:
    """What a warband costs: each creature what is printed, less what each champion takes off, but never less than 0."""

    def less(look: Look, creature: Card) -> int:
        return sum(
            row["points"] * champion.copies
            for champion in warband.figures
            if look(champion.card, "/champion")
            for row in look(champion.card, "/discounts")
            if all_hold(row["for"], creature, look)
        )

    def paid(look: Look) -> int:
        return sum(max(0, look(one.card, "/cost") - less(look, one.card)) * one.copies for one in warband.figures)

    return paid
