"""Common steps of the judges of all games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.second_engine.card_restrictions import check_allowances, check_format_dates, check_restrictions
from tests.second_engine.house_rules import HouseRules
from tests.second_engine.places import Standing, title_of_rules
from tests.second_engine.possible_worlds import Fact
from tests.second_engine.report import Report
from tests.second_engine.world_generator import World

#: Makes the guesses of a game, of the cards that stand in a list and of what is told in the format and house rules.
Guessing = Callable[[list[Any], list[Any]], Callable[[Fact], Iterable[Any]]]


@dataclass(frozen=True)
class BaseJudge:
    """The settings common to all lists of a game: codes that only warn, and codes that apply in some formats only.

    `houses` and `reports` are the classes of house rules and reports.
    """

    game: str
    guessing: Guessing
    warnings: frozenset[str]
    optional: frozenset[str] = frozenset()
    houses: type[HouseRules] = HouseRules
    reports: type[Report] = Report

    def report(self, world: World, legion: Mapping[str, Any], standing: Sequence[Standing], **more: Any) -> Any:
        """Return an empty report on a list with these cards."""
        form = world.formats[legion.get("format", world.game["default_format"])]
        house = self.houses.of(legion.get("house_rules", []), world.house_rules)
        return self.reports(
            game=self.game,
            guesses=self.guessing([card for _, card, _ in standing], [form, *house.rules]),
            format=form,
            house=house,
            warnings=self.warnings,
            optional=self.optional,
            **more,
        )


def lists(legion: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], str]]:
    """Return the list of each player of a team with its place, or the single list."""
    return [(part, f"/team/{number}") for number, part in enumerate(legion.get("team", []))] or [(legion, "")]


def kept_out(
    report: Report,
    world: World,
    legion: Mapping[str, Any],
    standing: Sequence[Standing],
    on_creatures: Sequence[Sequence[Standing]] = (),
) -> None:
    """Check the restrictions of the format and the house rules: cards, numbers of some, and days."""
    check_restrictions(report, "barred", report.format, world, standing)
    for rule in report.house.rules:
        check_restrictions(report, "house-barred", rule, world, standing)
        check_allowances(report, rule, world.cards, {"creature": on_creatures, "legion": [standing]})
    check_format_dates(report, report.format, legion.get("on"))


def not_played_at(report: Report, legion: Mapping[str, Any], among: Iterable[int] = ()) -> None:
    """Check that the format is played at the point limit: one of its own limits, or else one of the game sizes."""
    form = report.format
    limit, allowed = legion.get("points", form["points"]), sorted(form.get("allowed_points", among))
    if allowed and limit not in allowed:
        facts = {"allowed": allowed, "format": title_of_rules(form)}
        facts |= {"limit": limit} if limit is not None else {}
        report.broken("point-limit-not-allowed", ["/points" if "points" in legion else ""], facts)


def shares(
    legion: Mapping[str, Any], points: Callable[[str], Mapping[str, Any]], limit: int | None = None
) -> list[dict[str, Any]]:
    """Return the cost of each player's list in a team, by its place, and the limit of each player alone."""
    return [
        {"at": at, "points": {key: points(at)[key] for key in ("total", "known")} | {"limit": limit}}
        for _, at in lists(legion)
        if at
    ]


def answer(report: Report, points: Mapping[str, Any], parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the answer of a judge.

    `unknown` are the card, the fact and the rule if the fact decides whether the rule is broken; `touching` those and
    all others that an open rule reads; `parts` are the shares of a team's players; `questions` are the open questions
    of the rulebook.
    """
    return {
        "verdict": report.verdict,
        "points": points,
        "findings": report.found,
        "waived": report.waived,
        "unknown": report.unknown,
        "touching": report.unknown | report.touching,
        "questions": report.asked_of_readers(),
        "parts": parts,
    }
