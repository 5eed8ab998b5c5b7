"""Creatures of which only some factions are known: documents, rules, own facts, doubts, search, faces and pages."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from catalog.curation.contributions import submission
from catalog.documents import card_facts, faults_in
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Revision
from catalog.search import filters
from catalog.search.compiler import QueryContext, compile_query
from catalog.search.fields import query_language
from legions.accounts.holders import Holder
from legions.cards.drawn_faces import draw_face
from legions.game_words import words_of_game
from legions.games.miniatures.cards import MiniaturesCards
from legions.own_numbers import services as own_numbers_services
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from rulesapi.engine.games.dnd_miniatures.conditions import matches_all, read_clauses
from rulesapi.judging.deciding_facts import missing_deciding_facts
from rulesapi.judging.query_matching import matches
from tests import factories
from tests.legions.page_parser import Page
from tests.rulesapi.api_client import ApiClient

pytestmark = [pytest.mark.django_db, pytest.mark.db_facing]

GAME = "dnd-miniatures-2003"
FIXTURES = Path(__file__).parents[2] / "fixtures" / GAME


def read(path: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FIXTURES / f"{path}.json").read_text("utf-8"))
    return document


def figure(slug: str, **facts: Any) -> dict[str, Any]:
    """Return a figure whose other facts are all known."""
    card = read("creature/man-at-arms") | {"slug": slug, "name": slug.title(), "sources": dict(factories.SOURCES)}
    del card["also_in"]
    return card | {"set": None} | facts


PART = {"factions": None, "factions_include": ["chaotic-evil"]}
CARDS = (
    figure("known", factions=["chaotic-evil"]),
    figure("other", factions=["lawful-good"]),
    figure("partly", **PART),
    figure("unknown", factions=None),
)


def library(*cards: dict[str, Any]) -> Library:
    formats = [read(f"formats/{slug}") for slug in ("constructed-2004", "constructed-2006")]
    return Library.build(release=1, game=read("game"), cards=cards or CARDS, formats=formats)


def verdict(faction: str, *slugs: str, of: Library | None = None, **fields: Any) -> dict[str, Any]:
    legion = {"game": GAME, "format": "constructed-2004", "faction": faction, "points": 100}
    picks = [{"card": slug} for slug in slugs]
    document: dict[str, Any] = judge(of or library(), {**legion, "picks": picks, **fields}).as_document()
    return document


@pytest.fixture
def catalog() -> None:
    """Publish the four figures with the game and its formats."""
    formats = [json.loads(path.read_text("utf-8")) for path in sorted((FIXTURES / "formats").glob("*.json"))]
    factories.publish(read("game"), *formats, *CARDS)


def test_the_certain_factions_are_among_the_known_ones() -> None:
    assert not faults_in(figure("partly", **PART))
    assert not faults_in(figure("whole", factions=["chaotic-evil", "chaotic-good"], factions_include=["chaotic-evil"]))
    (fault,) = faults_in(figure("wrong", factions=["lawful-good"], factions_include=["chaotic-evil"]))
    assert (fault.pointer, fault.code) == ("/factions", "not-allowed")
    assert "chaotic-evil" in fault.message


def test_a_creature_belongs_to_its_certain_faction_and_perhaps_to_others() -> None:
    assert verdict("chaotic-evil", "known", "partly")["verdict"] == "legal"
    for slug in ("partly", "unknown"):
        asked = verdict("lawful-good", "other", slug)
        assert asked["verdict"] == "undetermined"
        assert [(one["card"], one["fact"]) for one in asked["unknown"]] == [(slug, "/factions")]


def test_a_clause_about_its_certain_faction_is_answered() -> None:
    card = library().cards["partly"]
    answers = {
        json.dumps(clause): matches_all(read_clauses([clause]), card)[0]
        for clause in (
            {"faction": ["chaotic-evil", "lawful-good"]},
            {"not": {"faction": ["chaotic-evil"]}},
            {"faction": ["lawful-good"]},
        )
    }
    assert list(answers.values()) == [True, False, None]


def test_own_factions_fill_it_in_unless_they_lack_the_certain_one() -> None:
    fits = verdict("lawful-good", "partly", facts={"partly": {"factions": ["chaotic-evil", "lawful-good"]}})
    assert (fits["verdict"], fits["facts"][0]["state"]) == ("legal", "used")
    lacks = verdict("lawful-good", "partly", facts={"partly": {"factions": ["lawful-good"]}})
    assert (lacks["verdict"], lacks["facts"][0]["state"], lacks["facts"][0]["catalog"]) == (
        "undetermined",
        "known",
        None,
    )


def test_a_doubt_about_the_certain_faction_is_remarked_on() -> None:
    source = {"source": "A page", "checked": False, "doubt": "A player's list."}
    doubted = figure("doubted", **PART, unique=False)
    doubted["sources"] = {**doubted["sources"], "/factions_include": source}
    remarks = verdict("chaotic-evil", "doubted", of=library(doubted))["remarks"]
    assert [(one["facts"]["fact"], one["facts"]["doubt"]) for one in remarks] == [
        ("/factions_include", "A player's list.")
    ]


def test_the_factions_stay_wanted_and_missing() -> None:
    card = figure("partly", **PART)
    assert "factions" in card_facts.wanted_facts(card)
    assert card_facts.wanted_facts(card) == card_facts.wanted_facts(CARDS[3])
    assert missing_deciding_facts(card, library().ruleset) == ["factions"]
    assert card_facts.count_known_facts(card) == card_facts.count_known_facts(CARDS[3])


@pytest.mark.parametrize(
    ("query", "slugs"),
    [
        ("faction:chaotic-evil", {"known", "partly"}),
        ("factions:ce", {"known", "partly"}),
        ("-faction:chaotic-evil", {"other"}),
        ("faction:lawful-good", {"other"}),
        ("-faction:lawful-good", {"known"}),
        ("faction:?", {"partly", "unknown"}),
    ],
)
@pytest.mark.usefixtures("catalog")
def test_a_search_finds_it_by_its_certain_faction_and_excludes_it_by_no_other(query: str, slugs: set[str]) -> None:
    understood = compile_query(query, query_language(GAME), QueryContext(sets=dict))
    assert not understood.faults
    found = Revision.objects.newest().of_type(DocumentType.CARD, GAME).filter(filters.to_q(understood.condition))
    assert set(found.values_list("slug", flat=True)) == slugs
    assert {card["slug"] for card in CARDS if matches(understood.condition, card) is True} == slugs


@pytest.mark.usefixtures("catalog")
def test_candidates_take_it_as_one_of_its_certain_faction() -> None:
    legion = {"game": GAME, "format": "constructed-2004", "faction": "chaotic-evil", "points": 100, "picks": []}
    answer = ApiClient().ask("candidates", {"legion": legion, "at": ""})
    offered = {
        one["card"]: (one["fits"], [fact["fact"] for fact in one["unknown"]]) for one in answer.json()["candidates"]
    }
    assert offered == {
        "known": (True, []),
        "partly": (True, []),
        "unknown": (True, ["/factions"]),
        "other": (False, []),
    }


@pytest.mark.usefixtures("catalog")
def test_its_page_its_summary_and_its_face_show_the_certain_faction_and_that_others_are_open(client: Client) -> None:
    page = Page(client.get(f"/cards/{GAME}/partly/"))
    assert "At least these factions" in page.words
    assert "chaotic evil, other factions not known" in words_of_game(GAME).summary(CARDS[2])
    assert "faction not known" in words_of_game(GAME).summary(CARDS[3])
    assert "At least these factions" in draw_face(CARDS[2], None)  # a face with few facts lists them
    drawn = draw_face(figure("partly", **PART, number=1, rarity="common", flight=False), None)
    assert "Other factions not known" in drawn and ">CE<" in drawn and ">?<" in drawn
    assert "Other factions not known" not in draw_face(CARDS[0], None)


def test_a_leader_of_which_not_all_factions_are_known_chooses_none() -> None:
    leader = figure("leader", **PART, commander=True, commander_rating=3)
    card = type("Card", (), {"document": leader})()
    assert MiniaturesCards("commander").chosen_by_leader(card, ()) == {}


@pytest.mark.usefixtures("catalog")
def test_own_numbers_and_offers_without_the_certain_faction_are_refused_with_its_name() -> None:
    reader = factories.UserFactory()

    def own(factions: list[str]) -> None:
        facts = {"partly": {"factions": factions}}
        own_numbers_services.set_facts(holder=Holder(user=reader), game=GAME, facts=facts, what="Typed.")

    def offered(factions: list[str]) -> None:
        facts, printed = {"factions": factions}, submission.Origin(printed=True)
        submission.submit(by=reader, game=GAME, slug="partly", facts=facts, origin=printed)

    for enter, pointer in ((own, "/partly/factions"), (offered, "/facts/factions")):
        with pytest.raises(InvalidInput) as refused:
            enter(["lawful-evil"])
        assert [fault.pointer for fault in refused.value.faults] == [pointer]
        assert "chaotic-evil" in refused.value.faults[0].message
        enter(["lawful-evil", "chaotic-evil"])
