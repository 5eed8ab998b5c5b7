"""Candidates among the cards that come with Muster: the result of each equals the verdict with that card."""

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.values.model import Creature, Finding
from tests.engine.conformance_cases import NO_CARDS
from tests.nonempty import nonempty
from tests.sampling import PAIRED_CREATURES, WHOLE

FIXTURES = Path(__file__).parents[2] / "fixtures" / "attack-wing"


@cache
def library() -> Library:
    found = [json.loads(file.read_text("utf-8")) for file in sorted(FIXTURES.rglob("*.json"))]
    return Library.build(
        release=1,
        game=next(document for document in found if document["kind"] == "game"),
        cards=[document for document in found if document["kind"] not in NO_CARDS],
        formats=[document for document in found if document["kind"] == "format"],
    )


def bearers() -> list[str]:
    """Return the creatures to check: in `make test` a few, which differ when the cards change."""
    slugs = [card.slug for card in library().all_cards if isinstance(card, Creature)]
    return slugs if WHOLE else sorted(Random(len(slugs)).sample(slugs, PAIRED_CREATURES))


def carried() -> list[str]:
    """Return two upgrades that each creature already has, as in an unfinished legion."""
    slugs = [card.slug for card in library().all_cards if card.kind == "upgrade"]
    return slugs[:: len(slugs) // 2][:2]


def seen(findings: Iterable[Finding], added: str) -> Counter[Any]:
    return Counter((f.code, repr(f.facts), tuple(at for at in f.at if at != added)) for f in findings)


@pytest.mark.parametrize("upgrades", [[], carried()], ids=["bare", "carrying"])
@pytest.mark.parametrize("slug", bearers())
def test_every_candidate_on_a_creature_agrees_with_its_verdict(slug: str, upgrades: list[str]) -> None:
    legion = {"game": "attack-wing", "points": 200, "picks": [{"card": slug, "upgrades": upgrades}]}
    before = judge(library(), legion)
    offered = candidates(library(), legion, "/picks/0")
    assert len(offered) > 100
    for candidate in offered:
        line = {"card": slug, "upgrades": [*upgrades, candidate.card]}
        after = judge(library(), {**legion, "picks": [line]})
        assert candidate.verdict_if_added == after.verdict
        assert seen(candidate.findings, candidate.at) == (
            seen(after.findings, candidate.at) - seen(before.findings, candidate.at)
        )
        assert all(finding in after.findings for finding in candidate.findings)
        assert all(fact in after.unknown for fact in candidate.unknown)
        assert candidate.points in (None, after.price.known - before.price.known)


@pytest.mark.parametrize("slug", bearers())
def test_every_further_creature_agrees_with_its_verdict(slug: str) -> None:
    legion = {"game": "attack-wing", "picks": [{"card": slug}]}
    before = judge(library(), legion)
    for candidate in nonempty(candidates(library(), legion, "")):
        after = judge(library(), {**legion, "picks": [{"card": slug}, {"card": candidate.card}]})
        assert candidate.verdict_if_added == after.verdict
        assert seen(candidate.findings, candidate.at) == (
            seen(after.findings, candidate.at) - seen(before.findings, candidate.at)
        )
