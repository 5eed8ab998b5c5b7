"""Unfinished lists on pages, prints and pictures, and over REST: one state, from the field of the verdict."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from catalog import import_export, publishing
from legions.cards.stock import stock_for
from legions.printing.svg_pages import OUTCOMES
from legions.sharing import preview_image
from legions.verdicts.view_models import OUTCOME_WORDS, OUTCOME_WORDS_INLINE, VerdictView, verdict_view
from rulesapi.judging.verdict_text import outcome_line

pytestmark = pytest.mark.django_db

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
FIRST = {"game": "dnd-miniatures-2003", "points": 200, "picks": [{"card": "cleric-of-order"}]}
EMPTY_DECKS = {"game": "dungeon-command", "picks": [{"card": "boar"}]}


@pytest.fixture
def catalog(db: Any) -> None:
    """Two games with their cards."""
    folders = [FIXTURES / game for game in ("dnd-miniatures-2003", "dungeon-command")]
    found = import_export.read(import_export.find(folders)).documents
    publishing.publish(found, by=None, why="For a test")


def view(document: dict[str, Any]) -> VerdictView:
    return verdict_view(document, stock_for(document))


def test_a_first_creature_is_unfinished_and_says_what_to_choose(catalog) -> None:
    verdict = view(FIRST)
    assert (verdict.outcome, verdict.word) == ("unfinished", "Unfinished: choose a faction")
    assert verdict.inline_word == "unfinished"
    assert verdict.announcement.endswith("Unfinished: choose a faction.")
    assert [finding.sort for finding in verdict.finding_list.findings] == ["lacking"]
    assert verdict.finding_list.summary == "1 thing missing"


def test_what_is_missing_is_said_in_german(catalog) -> None:
    with translation.override("de"):
        assert view(FIRST).word == "Unfertig: Fraktion wählen"
        assert view(EMPTY_DECKS).word == "Unfertig: 11 Kreaturen hinzufügen und 2 mehr"


def test_of_three_lacks_the_first_is_named_with_the_number_of_the_others(catalog) -> None:
    assert view(EMPTY_DECKS).word == "Unfinished: add 11 creatures and 2 more"


def test_over_its_limit_the_same_creature_is_illegal(catalog) -> None:
    verdict = view({**FIRST, "points": 1})
    assert verdict.outcome == "illegal"
    assert {finding.sort for finding in verdict.finding_list.findings} == {"error"}


def test_rest_says_illegal_as_ever_and_what_is_lacking_beside(catalog, client: Client) -> None:
    answer = client.post("/api/v1/verdicts/", json.dumps(FIRST), content_type="application/json").json()
    assert answer["verdict"] == "illegal"
    assert answer["unfinished"] == [{"finding": 0, "by": "choice", "field": "faction", "message": "choose a faction"}]
    assert outcome_line(answer) == "ILLEGAL, unfinished (choose a faction)"


def test_each_outcome_has_words_and_an_ink_wherever_it_is_shown() -> None:
    assert OUTCOME_WORDS.keys() == OUTCOME_WORDS_INLINE.keys() == OUTCOMES.keys() == preview_image.OUTCOMES.keys()
