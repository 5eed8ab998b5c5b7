"""The cost of a list against its limits."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.second_engine.places import title_of_rules
from tests.second_engine.possible_worlds import Fact, WorldAnswers, WorldReader
from tests.second_engine.report import Report

#: What the list of one player costs, in a world.
Price = Callable[[WorldReader], int]

#: Prices from here on represent an unbounded price.
UNBOUND = 10**8


def _sums(report: Report, prices: Sequence[Price]) -> WorldAnswers:
    return report.ask(lambda look: sum(price(look) for price in prices))


def points(report: Report, prices: Sequence[Price], limit: int | None) -> dict[str, Any]:
    """Return the known part, the total (None if a fact that counts is unknown), and the lowest limit."""
    sums = _sums(report, prices)
    sure = all(len(set(_sums(report, [price]).values)) == 1 for price in prices)
    limits = [limit, *(rule["points"] for rule in report.house.rules if "points" in rule)]
    lowest = min((one for one in limits if one is not None), default=None)
    return {"total": min(sums.values) if sure else None, "known": min(sums.values), "limit": lowest}


def check_limits(report: Report, prices: Mapping[str, Price], limit: int | None, place: str) -> None:
    """Check the list's limit for each player alone, and the limits of house rules for all players together."""
    for at, price in prices.items():
        places = [place] if at == "" else [place, at]
        _within(report, "point-limit", [price], limit, places, {})
    for rule in report.house.rules:
        facts = {"house_rule": title_of_rules(rule)}
        _within(report, "house-points", list(prices.values()), rule.get("points"), ["/house_rules"], facts)


def _within(
    report: Report, code: str, prices: list[Price], limit: int | None, places: list[str], facts: dict[str, Any]
) -> None:
    sums = _sums(report, prices)
    least, most = min(sums.values), max(sums.values)
    if limit is None or most <= limit:
        return
    if least > limit:
        total = points(report, prices, None)["total"]
        amount = {"known": least} if total is None else {"total": total}
        report.broken(code, places, facts | amount | {"limit": limit})
    else:
        report.left_open(code, deciding_facts(sums, limit), sums.facts)


def deciding_facts(sums: WorldAnswers, limit: int) -> set[Fact]:
    """Return the facts that decide whether the limit holds.

    An unknown cost has no upper bound, so with one every fact that changes the price may decide.
    """
    if max(sums.values) >= UNBOUND:
        return sums.deciding()
    return WorldAnswers(sums.facts, {world: total > limit for world, total in sums.by_world.items()}).deciding()
