"""Names in messages: cards, sets, formats and house rules are called by their names, not by their slugs."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from tests.engine import conformance_cases
from tests.nonempty import nonempty

PARTS = ("cards", "sets", "formats", "house_rules")
AS_SUBMITTED = ("unknown-card",)
"""The rules whose messages repeat what was sent, because nothing has that name."""


def messages(game: str) -> Iterator[tuple[str, str]]:
    """Yield each message of a verdict on a case of a game, with the code of its rule."""
    for of, _, case in conformance_cases.cases():
        if of != game:
            continue
        try:
            verdict = judge(conformance_cases.judging(game, case), case["legion"])
        except CannotJudge:
            continue
        for finding in (*verdict.findings, *(waived.finding for waived in verdict.waived)):
            yield finding.code.partition("/")[2], finding.message


@pytest.mark.sampled
@pytest.mark.parametrize("game", conformance_cases.games())
def test_no_message_of_any_case_shows_a_slug(game: str) -> None:
    documents = conformance_cases.library_documents(game)
    slugs = {document["slug"] for part in PARTS for document in documents.get(part, ())}
    slugs = {slug for slug in slugs if "-" in slug}
    texts = nonempty((code, message) for code, message in messages(game) if code not in AS_SUBMITTED)
    shown = [(code, message) for code, message in texts if slugs.intersection(re.findall(r"[\w-]+", message))]
    assert not shown


@pytest.mark.parametrize("game", ["attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008"])
def test_a_set_that_is_barred_is_called_by_its_name(game: str) -> None:
    case, named_facts = next(
        (case, finding["facts"])
        for of, rule, case in conformance_cases.cases()
        if of == game
        for finding in case["findings"]
        if finding["code"].endswith("/barred") and "set" in finding["facts"]
    )
    documents: Any = conformance_cases.library_documents(game)
    named = {
        "kind": "set",
        "game": game,
        "slug": named_facts["set"],
        "name": "The Box of Anno Dazumal",
        "official": True,
    }
    parts = {part: documents.get(part, ()) for part in ("cards", "formats", "house_rules")}
    library = Library.build(release=1, game=documents["game"], sets=[named], **parts)
    facts = [finding for finding in judge(library, case["legion"]).findings if finding.code.endswith("/barred")]
    assert any(" The Box of Anno Dazumal, and " in finding.message for finding in facts)
    assert all(finding.facts.get("set", named_facts["set"]) == named_facts["set"] for finding in nonempty(facts))
