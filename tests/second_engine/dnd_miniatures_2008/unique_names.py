"""No two creatures with identical names and the Unique power (707.13.a, 203.2)."""

from collections.abc import Mapping
from typing import Any

from tests.second_engine.dnd_miniatures.layout import Figure, Warband
from tests.second_engine.dnd_miniatures.unique_names import name_part, number_of_groups, sure_groups
from tests.second_engine.dnd_miniatures.waivers import first_waiving_card
from tests.second_engine.dnd_miniatures_2008.champions import champions_that_waive
from tests.second_engine.places import Card, folded, title
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report

INTERPRETATIONS = ("name-alone", "name-and-cost")


def identical(look: WorldReader, card: Card, other: Card, interpretation: str) -> bool:
    """Return whether two creatures have one name and cost (203.2).

    For names with titles only the names are compared (203.2.a), or the costs as well.
    """
    if card["slug"] == other["slug"]:
        return True
    names = [look(named, "/name") for named in (card, other)]
    if folded(name_part(names[0])) != folded(name_part(names[1])):
        return False
    if interpretation == "name-alone" and any("," in name for name in names):
        return True
    return bool(look(card, "/cost") == look(other, "/cost"))


def unique(report: Report, warband: Warband, form: Mapping[str, Any]) -> None:
    """Report each name of several unique creatures; if only one reading finds several, leave the question open."""
    settled = {row["question"]: row["reading"] for row in form.get("settles", [])}.get("identical-names")
    interpretations = [settled] if settled else list(INTERPRETATIONS)

    def clash(look: WorldReader, card: Card, other: Card, interpretation: str, excusing: bool = True) -> bool:
        if not (look(card, "/unique") and look(other, "/unique") and identical(look, card, other, interpretation)):
            return False
        excused = [bool(champions_that_waive(warband, "unique", unique_card)(look)) for unique_card in (card, other)]
        return not (excusing and any(excused))

    found = {
        interpretation: sure_groups(
            report, warband.figures, lambda look, a, b, r=interpretation: clash(look, a, b, r), by_name=True
        )
        for interpretation in interpretations
    }
    fewest = min(found.values(), key=lambda groups: sum(map(len, groups)))
    for group in fewest:
        report.broken("unique", *_named_figures(warband, group))
    excused = {
        one.card["slug"]
        for one in warband.figures
        if report.sure(lambda look, figure=one: bool(champions_that_waive(warband, "unique", figure.card)(look)))
    }
    counted = [one for one in warband.figures if one.card["slug"] not in excused]
    alike = {
        interpretation: sure_groups(
            report, counted, lambda look, a, b, r=interpretation: clash(look, a, b, r, False), by_name=True
        )
        for interpretation in interpretations
    }
    agreed = min(alike.values(), key=lambda groups: sum(map(len, groups)))
    for group in [group for groups in alike.values() for group in groups]:
        if not any(group & one for one in agreed):
            report.leave_to_reading("identical-names", "unique", group)
    for interpretation in interpretations:
        numbers = number_of_groups(
            report, warband.figures, lambda look, a, b, r=interpretation: clash(look, a, b, r), by_name=True
        )
        if len(set(numbers.values)) > 1:
            report.left_open("unique", numbers.deciding(), numbers.facts)
        report.touch("unique", numbers.facts)
    _excused(report, warband, clash, interpretations)


def _excused(report: Report, warband: Warband, clash: Any, interpretations: list[str]) -> None:
    """Report names that a champion allows twice."""
    alike = lambda look, a, b: all(clash(look, a, b, interpretation, False) for interpretation in interpretations)  # noqa: E731
    for group in sure_groups(report, warband.figures, alike, by_name=True):
        left = [one for one in warband.figures if one.place in group]
        still = report.ask(
            lambda look, left=left: any(
                clash(look, one.card, other.card, interpretation)
                for interpretation in interpretations
                for one in left
                for other in left
                if one is not other or one.copies > 1
            )
        )
        if not any(still.values):

            def excusers(look: WorldReader, left: list[Figure] = left) -> list[Card]:
                return [one for figure in left for one in champions_that_waive(warband, "unique", figure.card)(look)]

            report.excused("unique", *_named_figures(warband, group), first_waiving_card(report, excusers))


def _named_figures(warband: Warband, group: set[str]) -> tuple[set[str], dict[str, Any]]:
    standing = [one for one in warband.figures if one.place in group]
    name = min(name_part(title(one.card)) for one in standing)
    return group, {"copies": sum(one.copies for one in standing), "name": name}
