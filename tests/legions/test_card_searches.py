"""Typical searches of players: the intended card is among the first five results."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.http import QueryDict
from django.utils import translation

from catalog import import_export, publishing
from legions.builder.candidate_list import CandidateList
from legions.builder.candidate_rows import CandidateRows
from legions.builder.candidate_search import parse_query
from legions.builder.drawer import Drawer
from legions.builder.judged_table import JudgedTable
from legions.card_browser.card_search import CardSearchForm
from legions.cards.name_search import card_matches, closest_slugs
from legions.cards.stock import stock
from legions.table.table_layout import Selection
from tests import worlds

pytestmark = pytest.mark.django_db

FIXTURES = Path(settings.BASE_DIR) / "fixtures"
SEARCHES = json.loads((Path(__file__).parent / "card_searches.json").read_text())["searches"]
FIRST = 5
GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")


@worlds.once_a_module
def catalog() -> None:
    documents = import_export.read(import_export.find([FIXTURES])).documents
    publishing.publish(documents, by=None, why="For a test")


@pytest.fixture(autouse=True)
def world(catalog: None) -> None:
    """Publish all shipped cards; no test changes one."""


def first_cards(game: str, query: str, language: str = "en") -> list[str]:
    """Return the slugs of the first cards that the browser shows for a query."""
    with translation.override(language):
        data = QueryDict(mutable=True)
        data["q"] = query
        form = CardSearchForm(data, game=game, sets=dict(stock(game).sets))
        return [card.slug for card in form.found()[:FIRST] or form.closest[:FIRST]]


@pytest.mark.sampled
@pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search["q"])
def test_the_card_that_is_meant_is_among_the_first_five(search: dict[str, Any]) -> None:
    found = first_cards(search["game"], search["q"], search.get("language", "en"))
    assert set(found) & set(search["cards"]), found


NOT_ALL_WORDS = [
    "heal obstacles",
    "breth weapon",
    "ignores obstacles",
    "cone of cold fire",
    "immobilise dragon cost<=30",
]


@pytest.mark.one_variant
@pytest.mark.parametrize("query", NOT_ALL_WORDS)
@pytest.mark.parametrize("game", GAMES)
def test_the_drawer_ranks_the_closest_cards_as_the_database_does(game: str, query: str) -> None:
    catalog = stock(game)
    form = CardSearchForm(QueryDict(f"q={quote(query)}"), game=game, sets=dict(catalog.sets))
    by_database = [] if form.found() else [card.slug for card in form.closest]
    sought, _complete = parse_query(query, {"game": game, "picks": []}, catalog, lambda: CandidateRows([]))
    found = any(card_matches(sought.condition, card) for card in catalog.cards.values())
    assert by_database == ([] if found else closest_slugs(sought.condition, list(catalog.cards.values())))


def drawer(game: str, query: str, language: str = "en", **fields: Any) -> CandidateList:
    with translation.override(language):
        return Drawer(JudgedTable({"game": game, "picks": [], **fields}), Selection(None, query=query)).candidates


@pytest.mark.sampled
@pytest.mark.parametrize("query", ["atem", "Würfel", "push back", "extra die when attacking", "flying dragon"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_is_guessed_that_is_further_than_two_letters_away(query: str, language: str) -> None:
    for game in GAMES:
        assert drawer(game, query, language).near == ()
    form = CardSearchForm(QueryDict(f"q={quote(query)}"), game="attack-wing", sets=dict(stock("attack-wing").sets))
    assert not form.near


def test_the_drawer_finds_facts_and_names_only_what_is_on_offer() -> None:
    found = drawer("attack-wing", "flying undead dragon", sources=["official"])
    assert [one.card.slug for section in found.sections for one in section.candidates] == ["maurghoros"]
    assert not found.closest
    assert drawer("attack-wing", "kiln dragn", sources=["official"]).near == ()
    offered = ["official", "the-nine-bells-of-tollwater"]
    assert drawer("attack-wing", "kiln dragn", sources=offered).near == ("Kiln Dragon",)


def test_the_drawer_shows_the_closest_cards_and_says_that_it_does() -> None:
    found = drawer("attack-wing", "ignores obstacles", sources=["official"])
    assert found.closest
    assert found.unmatched
    assert [one.card.slug for section in found.sections for one in section.candidates] == ["wraith"]
    assert not drawer("attack-wing", "xylophone").sections


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "slug"), [("fly", "fly"), ("Command", "command"), ("haste", "haste")])
def test_the_drawer_shows_the_card_of_the_very_name_however_many_others_say_it(name: str, slug: str) -> None:
    found = drawer("attack-wing", name, points=60, picks=[{"card": "maurghoros"}])
    assert slug in [one.card.slug for section in found.sections for one in section.candidates]
