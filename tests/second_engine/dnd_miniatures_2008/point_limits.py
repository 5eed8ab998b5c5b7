"""Costs of warbands against their limits, by each reading of identical champions' discounts (706.2.a)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.second_engine.dnd_miniatures.layout import Warband
from tests.second_engine.dnd_miniatures_2008.champions import QUESTION, doubled, possible_prices
from tests.second_engine.places import title_of_rules
from tests.second_engine.point_limits import UNBOUND, deciding_facts
from tests.second_engine.possible_worlds import WorldAnswers, WorldReader
from tests.second_engine.report import Report


def _sums(report: Report, warbands: Sequence[Warband]) -> list[WorldAnswers]:
    """Return the joint cost of the warbands in every world, by each of two `possible_prices`."""
    combinations = zip(*(_price_pair(report, warband) for warband in warbands), strict=True)
    return [report.ask(lambda look, way=way: sum(price(look) for price in way)) for way in combinations]


def _price_pair(report: Report, warband: Warband) -> list[Callable[[WorldReader], int]]:
    """Return the prices of one warband by each reading, or one price twice if there is only one."""
    prices = possible_prices(report, warband)
    return prices if len(prices) > 1 else prices * 2


def _bounds(sums: WorldAnswers) -> tuple[int, int | None]:
    """Return the minimum and the maximum of the sums; None for an unbounded maximum."""
    return min(sums.values), max(sums.values) if max(sums.values) < UNBOUND else None


def _differ(report: Report, warband: Warband) -> bool:
    """Return whether the two readings differ."""
    each, once = _sums(report, [warband])
    return _bounds(each) != _bounds(once)


def points(report: Report, warbands: Sequence[Warband], limit: int | None) -> dict[str, Any]:
    """Return the known part, the total (None if a fact that counts is unknown), and the lowest limit."""
    each, _ = _sums(report, warbands)
    sure = not any(_differ(report, warband) or len(set(_sums(report, [warband])[0].values)) > 1 for warband in warbands)
    limits = [limit, *(rule["points"] for rule in report.house.rules if "points" in rule)]
    lowest = min((one for one in limits if one is not None), default=None)
    return {"total": min(each.values) if sure else None, "known": _known(each), "limit": lowest}


def _known(sums: WorldAnswers) -> int:
    """Return the least sum among the worlds without unknown discounts."""
    unseen = [number for number, (_, fact) in enumerate(sums.facts) if fact == "/discounts"]
    return min(sum_ for world, sum_ in sums.by_world.items() if not any(world[number] for number in unseen))


def within(report: Report, warbands: Mapping[str, Warband], limit: int | None, place: str) -> None:
    """Check the list's limit for each player alone, and the limits of house rules for all players together."""
    left: set[str] = set()
    for at, warband in warbands.items():
        left |= set(_within(report, "point-limit", [warband], limit, [place] if at == "" else [place, at], {}))
    if left:
        report.leave_to_reading(QUESTION, "point-limit", left)
    for rule in report.house.rules:
        facts = {"house_rule": title_of_rules(rule)}
        at = _within(report, "house-points", list(warbands.values()), rule.get("points"), ["/house_rules"], facts)
        if at:
            report.leave_to_reading(QUESTION, "house-points", at)


def _within(
    report: Report,
    code: str,
    warbands: Sequence[Warband],
    limit: int | None,
    places: list[str],
    facts: Mapping[str, Any],
) -> list[str]:
    """Check a limit; return the places where the reading of an open question decides."""
    each, once = _sums(report, warbands)
    if limit is None or max(once.values) <= limit:
        return []
    if min(each.values) > limit:
        total = points(report, warbands, None)["total"]
        amount = {"known": _known(each)} if total is None else {"total": total}
        report.broken(code, places, {**facts, **amount, "limit": limit})
        return []
    report.left_open(code, deciding_facts(each, limit) | deciding_facts(once, limit), {*each.facts, *once.facts})
    return [one.place for warband in warbands if _differ(report, warband) for one in doubled(warband)]
