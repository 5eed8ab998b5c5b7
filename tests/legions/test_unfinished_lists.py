"""Unfinished lists on pages, prints and pictures, and over REST: one state, from the field of the verdict."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from catalog import import_export, publishing
from legions.builder import forms
from legions.cards.stock import stock_for
from legions.changes import setting
from legions.printing.svg_pages import OUTCOMES
from legions.saved_lists.models import Legion
from legions.sharing import preview_image
from legions.verdicts.view_models import OUTCOME_WORDS, OUTCOME_WORDS_INLINE, VerdictView, verdict_view
from rulesapi.judging.verdict_text import outcome_line
from tests import worlds
from tests.legions.page_parser import Page

pytestmark = pytest.mark.django_db

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
FIRST = {"game": "dnd-miniatures-2003", "points": 200, "picks": [{"card": "cleric-of-order"}]}
EMPTY_DECKS = {"game": "dungeon-command", "picks": [{"card": "boar"}]}


@worlds.once_a_module
def catalog() -> None:
    """Publish two games with their cards."""
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


def test_lacks_are_in_german(catalog) -> None:
    with translation.override("de"):
        assert view(FIRST).word == "Unfertig: Fraktion wählen"
        assert view(EMPTY_DECKS).word == "Unfertig: 11 Kreaturen hinzufügen und 2 mehr"


def test_of_three_lacks_the_first_is_named_with_the_number_of_the_others(catalog) -> None:
    assert view(EMPTY_DECKS).word == "Unfinished: add 11 creatures and 2 more"


def test_over_its_limit_the_same_creature_is_illegal(catalog) -> None:
    verdict = view({**FIRST, "points": 1})
    assert verdict.outcome == "illegal"
    assert {finding.sort for finding in verdict.finding_list.findings} == {"error"}


def test_rest_answers_illegal_with_the_lacks_in_addition(catalog, client: Client) -> None:
    answer = client.post("/api/v1/verdicts/", json.dumps(FIRST), content_type="application/json").json()
    assert answer["verdict"] == "illegal"
    assert answer["unfinished"] == [{"finding": 0, "by": "choice", "field": "faction", "message": "choose a faction"}]
    assert outcome_line(answer) == "ILLEGAL, unfinished (choose a faction)"


def add(client: Client, page: str, card: str) -> Legion:
    answer = client.post(page, {"do": f"add/{card}"})
    assert answer.status_code == 303
    return Legion.objects.latest("updated_at")


def test_the_first_commander_chooses_the_faction_and_one_undo_takes_both_back(catalog, client: Client) -> None:
    legion = add(client, "/build/dnd-miniatures-2003/", "cleric-of-order")
    assert legion.document["faction"] == "lawful-good"
    assert legion.what == "Cleric of Order added. Faction: lawful good."
    client.post(f"/legions/{legion.pk}/", {"do": "undo", "version": legion.version})
    legion.refresh_from_db()
    assert "faction" not in legion.document
    assert not legion.document["picks"]


def test_a_chosen_faction_stays_and_a_creature_that_leads_nobody_chooses_none(catalog) -> None:
    leader = setting.AddLeader("cleric-of-order")
    document = {"game": "dnd-miniatures-2003", "faction": "chaotic-evil", "picks": []}
    assert leader.apply(document)["faction"] == "chaotic-evil"
    assert leader.words(document, str) == "cleric-of-order added."
    change = forms.parse_change("add/orc-warrior", {}, {}, game="dnd-miniatures-2003")
    assert not isinstance(change, setting.AddLeader)


def test_a_leader_with_creatures_of_another_faction_chooses_no_faction(catalog) -> None:
    sisters = {"game": "dnd-miniatures-2003", "picks": [{"card": "axe-sister"}]}
    assert "faction" not in setting.AddLeader("cleric-of-order").apply(sisters)


@pytest.mark.sampled
def test_the_bar_shows_what_a_warband_has_chosen_and_what_it_has_to_choose(catalog, client: Client) -> None:
    page = Page(client.get("/build/dnd-miniatures-2003/?card=orc-warrior"))
    assert "Faction: choose" in page.text
    legion = add(client, "/build/dnd-miniatures-2003/", "cleric-of-order")
    page = Page(client.get(f"/legions/{legion.pk}/"))
    assert "Faction: Lawful good" in page.text
    client.post(f"/legions/{legion.pk}/", {"do": "set/faction/", "version": legion.version})
    legion.refresh_from_db()
    assert "faction" not in legion.document


def test_each_outcome_has_a_label_and_a_color_everywhere() -> None:
    assert OUTCOME_WORDS.keys() == OUTCOME_WORDS_INLINE.keys() == OUTCOMES.keys() == preview_image.OUTCOMES.keys()
