"""Verdicts that depend on doubtful facts: unchanged by the doubt, which they report."""

from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library
from tests import factories
from tests.engine import published_libraries
from tests.engine.generators import chances

DOUBT = "The ring on the card was not seen."
ENTRY = {"source": "A list", "checked": False, "doubt": DOUBT}


def library(*cards: dict[str, Any]) -> Library:
    return Library.build(release=1, game=factories.game(), cards=cards, formats=[factories.standard()])


def doubtful(card: dict[str, Any], *pointers: str) -> dict[str, Any]:
    return {**card, "sources": {**card["sources"], **dict.fromkeys(pointers, ENTRY)}}


WOLF = factories.creature(slug="wolf", name="Hill Wolf", cost=30, unique=False)
UNSURE_WOLF = doubtful(WOLF, "/cost")


def legion(*slugs: str, **fields: Any) -> dict[str, Any]:
    return {"game": "attack-wing", "picks": [{"card": slug} for slug in slugs], **fields}


def remarks(by: Library, document: dict[str, Any]) -> list[dict[str, Any]]:
    return [one.as_document() for one in judge(by, document).remarks]


def test_a_verdict_that_rests_on_a_doubt_names_card_fact_places_and_doubt() -> None:
    assert remarks(library(UNSURE_WOLF), legion("wolf", "wolf", points=60)) == [
        {
            "code": "attack-wing/doubtful-fact",
            "at": ["/picks/0", "/picks/1"],
            "message": f"This verdict rests on a fact of Hill Wolf that is in doubt, cost: {DOUBT}",
            "facts": {"card": "Hill Wolf", "slug": "wolf", "fact": "/cost", "wanted": "cost", "doubt": DOUBT},
        }
    ]


def test_an_illegal_list_may_rest_on_a_doubt_too() -> None:
    found = library(UNSURE_WOLF)
    assert judge(found, legion("wolf", points=20)).verdict == "illegal"
    assert [one["at"] for one in remarks(found, legion("wolf", points=20))] == [["/picks/0"]]


@pytest.mark.parametrize(
    ("cards", "document"),
    [
        ([WOLF], legion("wolf", points=60)),
        ([UNSURE_WOLF], legion("no-such-card", points=60)),
        ([UNSURE_WOLF, {**WOLF, "slug": "ox", "name": "Ox", "cost": 90}], legion("wolf", "ox", points=60)),
        ([doubtful(WOLF, "/text"), {**WOLF, "slug": "ox", "name": "Ox"}], legion("wolf", "ox", points=60)),
        ([UNSURE_WOLF, {**WOLF, "slug": "ox", "name": "Ox", "cost": None}], legion("wolf", "ox", points=60)),
        ([{**UNSURE_WOLF, "cost": None}], legion("wolf", points=60)),
    ],
    ids=["no doubt", "not in the list", "wrong whatever it is", "nothing asks", "undetermined anyway", "not known"],
)
def test_nothing_is_remarked_where_no_doubt_decides(cards: list[dict[str, Any]], document: dict[str, Any]) -> None:
    assert remarks(library(*cards), document) == []


def test_a_doubt_about_the_whole_card_is_one_about_what_has_no_source_of_its_own() -> None:
    own = {"source": "The card", "checked": False}
    whole = {**WOLF, "sources": {"": ENTRY, **dict.fromkeys(("/unique", "/slots", "/level", "/restriction"), own)}}
    assert [one["facts"]["fact"] for one in remarks(library(whole), legion("wolf", points=60))] == ["/cost"]
    assert remarks(library({**whole, "sources": {**whole["sources"], "/cost": own}}), legion("wolf", points=60)) == []


def test_a_card_is_in_doubt_under_its_former_slug_and_for_a_player_of_a_team() -> None:
    found = library({**UNSURE_WOLF, "formerly": ["old-wolf"]})
    assert [one["at"] for one in remarks(found, legion("old-wolf", points=60))] == [["/picks/0"]]
    team = {"game": "attack-wing", "points": 60, "team": [{"picks": [{"card": "wolf"}]}, {"picks": [{"card": "wolf"}]}]}
    places = [place for one in remarks(found, team) for place in one["at"] if one["facts"]["fact"] == "/cost"]
    assert places == ["/team/0/picks/0", "/team/1/picks/0"]


def test_a_list_that_is_checked_against_a_collection_rests_on_a_doubt_too() -> None:
    found, owned = library(UNSURE_WOLF), {"wolf": 2}
    assert [one["at"] for one in remarks(found, legion("wolf", points=60, collection=owned))] == [["/picks/0"]]
    assert remarks(found, legion("wolf", "wolf", "wolf", points=90, collection=owned)) == []


def test_a_doubt_about_an_upgrade_is_reported_at_each_of_its_places() -> None:
    card = doubtful(factories.upgrade(slug="claw", name="Claw", cost=5), "/cost")
    found = library(WOLF, card)
    picks = [{"card": "wolf", "upgrades": ["claw"]}, {"card": "no-such-card", "upgrades": ["claw"]}]
    document = legion(points=60) | {"picks": picks[:1]}
    assert [one["at"] for one in remarks(found, document)] == [["/picks/0/upgrades/0"]]
    assert remarks(found, document | {"picks": picks}) == []


def test_a_doubt_is_reported_next_to_own_facts() -> None:
    found = library({**UNSURE_WOLF, "unique": None})
    document = legion("wolf", "wolf", points=60, facts={"wolf": {"unique": False}})
    assert judge(found, document).verdict == "legal"
    assert [one["facts"]["fact"] for one in remarks(found, document)] == ["/cost"]


@cache
def without_what_is_in_doubt(game: str) -> Library:
    """Return the library of a game with all doubtful facts unknown."""
    found = published_libraries.library(game)
    frame: dict[str, list[dict[str, Any]]] = {kind: [] for kind in published_libraries.FRAME}
    cards = []
    for one in published_libraries.documents(game):
        doubts = found.doubts.get(one["slug"], {}) if one["slug"] in found.documents else {}
        frame.get(one["kind"], cards).append({**one, **dict.fromkeys(doubts)})
    return Library.build(
        release=1, game=frame["game"][0], cards=cards, formats=frame["format"], rulings=frame["ruling"]
    )


@pytest.mark.parametrize("game", published_libraries.GAMES)
@given(chances)
def test_a_doubt_changes_no_verdict_and_is_remarked_where_nothing_would_be_sure_without_the_fact(
    game: str, chance: Any
) -> None:
    found = published_libraries.library(game)
    bearers = [card.slug for card in found.all_cards if card.kind == "creature"]
    doubtful_ones = [slug for slug in bearers if slug in found.doubts] or bearers
    picked = [chance.choice(chance.choice((bearers, doubtful_ones))) for _ in range(chance.randint(0, 5))]
    document = {"game": game, "picks": [{"card": slug} for slug in picked]}
    verdict = judge(found, document)
    remarked = {(one.facts["slug"], one.facts["fact"]) for one in verdict.remarks if "doubt" in one.facts}
    others = tuple(one for one in verdict.remarks if "doubt" not in one.facts)
    assert judge(replace(found, doubts={}), document) == replace(verdict, remarks=others)
    unsure = judge(without_what_is_in_doubt(game), document)
    turned = verdict.verdict != "undetermined" and unsure.verdict == "undetermined"
    assert bool(remarked) is turned
    if not turned:
        assert unsure.verdict == verdict.verdict or verdict.verdict == "undetermined"
    assert remarked <= {(one.card, f"/{one.fact[1:].partition('/')[0]}") for one in unsure.unknown}
