"""A card that was sold in several sets: search, REST, pages, and the rules of formats."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from catalog.documents import faults_in, sets_of
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Revision
from catalog.search import filters
from catalog.search.compiler import QueryContext, compile_query
from catalog.search.fields import query_language
from legions.cards.stock import stock
from legions.contributing import wanted_facts
from legions.set_sheets.sheet_page import SetSheet
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.judging.query_matching import matches
from tests import factories
from tests.legions.page_parser import Page
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GAME = "dnd-miniatures-2003"
FIXTURES = Path(__file__).parents[2] / "fixtures" / GAME
SETS = ("aberrations", "harbinger", "dragoneye")


def read(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FIXTURES / f"{path}.json").read_text("utf-8"))
    return document


def figure(slug: str, **facts: Any) -> dict[str, Any]:
    """Return a figure with all its facts, of Harbinger unless `facts` have another set."""
    card = read("creature/man-at-arms") | {"slug": slug, "name": slug.title(), "sources": factories.SOURCES}
    del card["also_in"]
    return card | facts


CARDS = (
    figure("plain"),
    figure("again", also_in=["aberrations"], number=40),
    figure("lost", set=None),
    figure("found", set=None, also_in=["aberrations", "dragoneye"]),
)


@pytest.fixture
def catalog() -> None:
    """Publish four figures, three sets, the game and its formats."""
    frame = [read("game"), *(read(f"sets/{slug}") for slug in SETS)]
    formats = [json.loads(path.read_text("utf-8")) for path in sorted((FIXTURES / "formats").glob("*.json"))]
    factories.publish(*frame, *formats, *CARDS)


def test_the_sets_of_a_card_are_its_own_and_those_it_was_sold_in_again() -> None:
    assert [sets_of(card) for card in CARDS] == [
        ("harbinger",),
        ("harbinger", "aberrations"),
        (),
        ("aberrations", "dragoneye"),
    ]


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("set:aberrations", {"again", "found"}),
        ("-set:aberrations", {"plain"}),
        ("set:harbinger", {"plain", "again"}),
        ("-set:harbinger", set()),
        ("set:harbinger set:aberrations", {"again"}),
        ("set:?", {"lost", "found"}),
    ],
)
@pytest.mark.usefixtures("catalog")
def test_a_card_is_found_by_each_of_its_sets(query: str, slugs: set[str]) -> None:
    around = QueryContext(sets=lambda: {slug: read(f"sets/{slug}") for slug in SETS})
    condition = compile_query(query, query_language(GAME), around).condition
    found = Revision.objects.newest().of_type(DocumentType.CARD, GAME).filter(filters.to_q(condition))
    assert set(found.values_list("slug", flat=True)) == slugs
    assert {card["slug"] for card in CARDS if matches(condition, card) is True} == slugs


@pytest.mark.usefixtures("catalog")
def test_rest_lists_and_counts_a_card_under_each_of_its_sets() -> None:
    answer = ApiClient().get(f"/api/v1/cards/?game={GAME}&set=aberrations&facets=set").json()
    assert [card["slug"] for card in answer["results"]] == ["again", "found"]
    assert {row["value"]: row["count"] for row in answer["facets"]["set"]} == {
        "aberrations": 2,
        "dragoneye": 1,
        "harbinger": 1,
    }


@pytest.mark.sampled
@pytest.mark.usefixtures("catalog")
def test_each_set_shows_the_card_on_its_pages(client: Client) -> None:
    card = f"/cards/{GAME}/again/"
    for slug, number in (("harbinger", 2), ("aberrations", 2), ("dragoneye", 1)):
        assert bool(Page(client.get(f"/sets/{GAME}/{slug}/")).all("a", href=card)) is (slug != "dragoneye")
        assert SetSheet(stock(GAME), slug).known_cards == number
    own = Page(client.get(card))
    assert own.all("a", href=f"/sets/{GAME}/aberrations/") and own.all("a", href=f"/sets/{GAME}/harbinger/")
    assert "Also in" in own.words
    assert "Also in" not in Page(client.get(f"/cards/{GAME}/plain/")).words
    by_set = {part.slug: part.cards for part in wanted_facts.groups_by_set(stock(GAME))}
    assert by_set == {"harbinger": 2, "aberrations": 2, "dragoneye": 1, wanted_facts.NO_SET: 1}


@pytest.mark.usefixtures("catalog")
def test_the_number_of_a_card_counts_only_in_its_own_set() -> None:
    catalog = stock(GAME)
    assert (SetSheet(catalog, "harbinger").unlisted_cards, SetSheet(catalog, "aberrations").unlisted_cards) == (38, 0)
    assert (SetSheet(catalog, "harbinger").is_numbered, SetSheet(catalog, "aberrations").is_numbered) == (True, False)


@pytest.mark.usefixtures("catalog")
def test_the_other_sets_are_in_the_catalog_and_none_is_its_own() -> None:
    with pytest.raises(InvalidInput, match="no set “nowhere”") as caught:
        factories.publish(figure("stray", also_in=["aberrations", "nowhere"]))
    assert [fault.pointer for fault in caught.value.faults] == ["/also_in/1"]
    faults = faults_in(figure("stray", also_in=["harbinger"]))
    assert [(fault.pointer, fault.code) for fault in faults] == [("/also_in", "not-allowed")]


@pytest.mark.parametrize(
    ("part", "sets", "barred"),
    [
        ("pool", ["aberrations"], {"plain"}),
        ("pool", ["harbinger"], set()),
        ("bans", ["aberrations"], {"again", "found"}),
        ("bans", ["harbinger", "dragoneye"], {"plain", "again", "found"}),
    ],
)
def test_a_format_selects_a_card_by_each_of_its_sets(part: str, sets: list[str], barred: set[str]) -> None:
    form = read("formats/mass-battles") | {"slug": "limited-to-sets", part: [{"set": sets}]}
    library = Library.build(
        release=1,
        game=read("game"),
        cards=CARDS,
        formats=[form, read("formats/constructed-2006")],
        sets=[read(f"sets/{slug}") for slug in SETS],
    )
    picks = [{"card": card["slug"]} for card in CARDS]
    verdict = judge(library, {"game": GAME, "format": form["slug"], "faction": "lawful-good", "picks": picks})
    findings = [one for one in verdict.findings if one.code == f"{GAME}/barred"]
    assert {one.facts["card"].lower() for one in findings} == barred
    if part == "bans":
        named = {one.facts["card"].lower(): one.facts["set"] for one in findings}
        assert named.get("again") == ("harbinger" if "harbinger" in sets else "aberrations")
