"""The cost of a warband: chosen figures, minions if they count, and nothing for creatures to be summoned."""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.second_engine.dnd_miniatures.layout import Figure
from tests.second_engine.dnd_miniatures_2003.minions import WarbandParts
from tests.second_engine.places import title_of_rules
from tests.second_engine.possible_worlds import WorldAnswers, WorldReader
from tests.second_engine.report import Report


def _sum(report: Report, figures: Sequence[Figure]) -> WorldAnswers:
    def cost(look: WorldReader) -> int:
        return sum(look(one.card, "/cost") * one.copies for one in figures)

    return report.ask(cost)


def points_of(report: Report, musters: Sequence[WarbandParts], limit: int | None) -> dict[str, Any]:
    """Return the known part, the total (None if a fact that counts is unknown), and the lowest limit."""
    sure = _sum(report, [one for muster in musters for one in muster.counted])
    minions = [one for muster in musters for one in muster.perhaps_counted]
    settled = len(set(sure.values)) == 1 and not minions
    limits = [limit, *(rule["points"] for rule in report.house.rules if "points" in rule)]
    lowest = min((one for one in limits if one is not None), default=None)
    return {"total": min(sure.values) if settled else None, "known": min(sure.values), "limit": lowest}


def within_limits(report: Report, musters: Mapping[str, WarbandParts], limit: int | None, place: str) -> None:
    """Check the list's limit for each player alone, and the limits of house rules for all players together."""
    for at, muster in musters.items():
        _within(report, "point-limit", [muster], limit, [place] if at == "" else [place, at], {})
    for rule in report.house.rules:
        facts = {"house_rule": title_of_rules(rule)}
        _within(report, "house-points", list(musters.values()), rule.get("points"), ["/house_rules"], facts)


def _within(
    report: Report,
    code: str,
    musters: Sequence[WarbandParts],
    limit: int | None,
    places: list[str],
    facts: Mapping[str, Any],
) -> None:
    if limit is None:
        return
    sure = [one for muster in musters for one in muster.counted]
    minions = [one for muster in musters for one in muster.perhaps_counted]
    without, with_ = _sum(report, sure), _sum(report, [*sure, *minions])
    if min(without.values) > limit:
        total = points_of(report, musters, None)["total"]
        amount = {"known": min(without.values)} if total is None else {"total": total}
        report.broken(code, places, {**facts, **amount, "limit": limit})
    elif max(with_.values) > limit:
        if minions:
            report.leave_to_reading("minions", code, [one.place for one in minions])
        report.left_open(code, with_.deciding(), with_.facts)
