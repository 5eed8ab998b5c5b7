"""Champions' effects on a warband: waived restrictions (217.2), and cheaper creatures (206.1.a)."""

from collections import Counter
from collections.abc import Callable

from tests.second_engine.dnd_miniatures.conditions import all_hold
from tests.second_engine.dnd_miniatures.layout import Figure, Warband
from tests.second_engine.places import Card
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report


def champions_that_waive(warband: Warband, code: str, creature: Card) -> Callable[[WorldReader], list[Card]]:
    """Return a function for the champions of a warband whose cards waive a restriction for a creature."""

    def waives(look: WorldReader, champion: Card) -> bool:
        return bool(look(champion, "/champion")) and any(
            code in row["waives"] and all_hold(row["for"], creature, look)
            for row in look(champion, "/warband_building")
        )

    cards = {one.card["slug"]: one.card for one in warband.figures}
    return lambda look: [card for card in cards.values() if waives(look, card)]


QUESTION = "identical-discounts"


def doubled(warband: Warband) -> list[Figure]:
    """Return figures with several copies that are, or may be, champions with discounts."""
    copies: Counter[str] = Counter()
    for one in warband.figures:
        copies[one.card["slug"]] += one.copies
    return [
        one
        for one in warband.figures
        if copies[one.card["slug"]] > 1 and one.card["discounts"] and one.card["champion"] is not False
    ]


def possible_prices(report: Report, warband: Warband) -> list[Callable[[WorldReader], int]]:
    """Return the prices of a warband if identical effects add up, and if not (706.2.a), as far as both readings
    apply.
    """
    settled = {row["question"]: row["reading"] for row in report.format.get("settles", [])}.get(QUESTION)
    prices = {"each-copy": price(warband, once=False), "once": price(warband, once=True)}
    return list(prices.values()) if settled is None else [prices[settled]]


def price(warband: Warband, *, once: bool) -> Callable[[WorldReader], int]:
    """Return the price of a warband: printed costs less each champion's discounts, but no creature below 0."""
    alike: Counter[str] = Counter()
    for one in warband.figures:
        alike[one.card["slug"]] += one.copies
    champions = {one.card["slug"]: one.card for one in warband.figures}

    def less(look: WorldReader, creature: Card) -> int:
        return sum(
            row["points"] * (1 if once else alike[slug])
            for slug, champion in champions.items()
            if look(champion, "/champion")
            for row in look(champion, "/discounts")
            if all_hold(row["for"], creature, look)
        )

    def paid(look: WorldReader) -> int:
        return sum(max(0, look(one.card, "/cost") - less(look, one.card)) * one.copies for one in warband.figures)

    return paid
