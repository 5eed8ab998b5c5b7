"""Rules that the card of a creature in the warband may waive for others."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tests.second_engine.places import Card
from tests.second_engine.possible_worlds import WorldReader
from tests.second_engine.report import Report

WaivingCards = Callable[[WorldReader], Iterable[Card]]


def check_unless_waived(
    report: Report,
    code: str,
    places: Iterable[str],
    wrong: Callable[[WorldReader], bool],
    excusers: WaivingCards,
    facts: Mapping[str, Any],
) -> None:
    """Report something that a card may excuse: as wrong in every world, in some, or always excused."""
    answers = report.ask(lambda look: wrong(look) and not list(excusers(look)))
    if all(answers.values):
        report.broken(code, places, facts)
    elif any(answers.values):
        report.left_open(code, answers.deciding(), answers.facts)
    elif report.sure(wrong):
        report.excused(code, places, facts, first_waiving_card(report, excusers))


def first_waiving_card(report: Report, excusers: WaivingCards) -> str:
    """Return the first waiving card by slug: one that waives in every world if possible, otherwise in any."""
    slugs = report.ask(lambda look: frozenset(card["slug"] for card in excusers(look))).values
    return str(min(frozenset.intersection(*slugs) or frozenset.union(*slugs)))
