"""Candidates of the conformance cases: the result for a card equals judging the legion with the card added."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.values.model import Creature, Finding, UnknownFact
from tests.engine import conformance_cases
from tests.engine.generators import Document


def additions() -> Iterator[Any]:
    """Yield each case of one player's legion with a card removed from an end, its place, and the card."""
    for game, rule, case in conformance_cases.cases():
        legion, cards = case["legion"], conformance_cases.library(game).cards
        for number, pick in enumerate(legion.get("picks", ())):
            name = f"{rule}: {case['name']} ({number})"
            upgrades = pick.get("upgrades")
            if upgrades and isinstance(cards.get(upgrades[-1]), Upgrade):
                less = {**pick, "upgrades": upgrades[:-1]}
                yield pytest.param(
                    game, legion, changed(legion, number, less), f"/picks/{number}", upgrades[-1], id=name
                )
            if (
                pick.keys() == {"card"}
                and number == len(legion["picks"]) - 1
                and isinstance(cards.get(pick["card"]), Creature)
            ):
                yield pytest.param(game, legion, {**legion, "picks": legion["picks"][:-1]}, "", pick["card"], id=name)


def changed(legion: Document, number: int, pick: Document) -> Document:
    return {**legion, "picks": [pick if at == number else other for at, other in enumerate(legion["picks"])]}


def seen(things: Iterable[Finding] | Iterable[UnknownFact], added: str) -> Counter[Any]:
    """Return the results without the place of the added card."""
    return Counter(repr((type(one), vars_of(one), [at for at in one.at if at != added])) for one in things)


def vars_of(entry: Finding | UnknownFact) -> Any:
    return (
        (entry.code, entry.level, entry.facts)
        if isinstance(entry, Finding)
        else (entry.card, entry.fact, entry.needed_by)
    )


@pytest.mark.sampled
@pytest.mark.parametrize(("game", "whole", "less", "place", "slug"), list(additions()))
def test_a_card_removed_from_a_case_is_a_candidate_with_the_findings_of_the_case(
    game: str, whole: Document, less: Document, place: str, slug: str
) -> None:
    library = conformance_cases.library(game)
    before, after = judge(library, less), judge(library, whole)
    (offered,) = candidates(library, less, place, among=[library.cards[slug].slug])
    assert offered.verdict_if_added == after.verdict
    assert seen(offered.findings, offered.at) == seen(after.findings, offered.at) - seen(before.findings, offered.at)
    assert seen(offered.unknown, offered.at) == seen(after.unknown, offered.at) - seen(before.unknown, offered.at)
    assert offered.fits is all(finding.level != "error" for finding in offered.findings)
    if offered.points is not None:
        assert offered.points == after.price.known - before.price.known
