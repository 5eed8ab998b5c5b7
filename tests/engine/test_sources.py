"""Sources of cards: valid values, no effect on the verdict, and the cards that are proposed."""

from dataclasses import replace
from typing import Any

import pytest

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.sources import chosen_open_sets, open_sets_in, with_proposed_cards
from rulesapi.engine.search.fixes import fixes
from rulesapi.engine.values.model import CannotJudge
from tests.engine.published_libraries import FRAME, GAMES, documents, library
from tests.nonempty import nonempty

BELLS = "the-nine-bells-of-tollwater"
REAL = {"game": "attack-wing", "picks": [{"card": "wraith"}]}
OPEN = {"game": "attack-wing", "picks": [{"card": "kiln-dragon"}]}
MIXED = {"game": "attack-wing", "picks": [*REAL["picks"], *OPEN["picks"]]}
TEAM = {"game": "attack-wing", "team": [{"picks": REAL["picks"]}, {"picks": OPEN["picks"]}]}


def refusal(legion: dict[str, Any]) -> tuple[str, tuple[str, ...], dict[str, tuple[str, ...]]]:
    with pytest.raises(CannotJudge) as caught:
        judge(library("attack-wing"), legion)
    return caught.value.code, caught.value.pointers, dict(caught.value.nearest)


@pytest.mark.parametrize("game", GAMES)
def test_a_library_knows_which_cards_are_official_and_one_of_no_known_set_is(game: str) -> None:
    official = {one["slug"]: one["official"] for one in documents(game) if one["kind"] == "set"}
    found = library(game)
    for card in nonempty(found.all_cards):
        assert found.open_set_of(card) == (None if card.set is None or official[card.set] else card.set)
    assert set(found.open_sets) == {slug for slug, is_official in official.items() if not is_official}


def test_an_open_set_answers_to_its_former_slug() -> None:
    frame: dict[str, list[dict[str, Any]]] = {}
    for one in documents("attack-wing"):
        frame.setdefault(one["kind"], []).append({**one, "formerly": ["nine-bells"]} if one["slug"] == BELLS else one)
    cards = [one for kind in frame for one in frame[kind] if kind not in FRAME]
    renamed = Library.build(release=1, game=frame["game"][0], cards=cards, formats=frame["format"], sets=frame["set"])
    legion = {**REAL, "sources": ["official", "nine-bells"]}
    assert judge(renamed, legion).verdict == judge(renamed, REAL).verdict
    assert chosen_open_sets(renamed, legion) == {BELLS}


@pytest.mark.parametrize("legion", [REAL, OPEN, MIXED, TEAM], ids=["real", "open", "mixed", "team"])
def test_sources_change_neither_the_verdict_nor_the_digest(legion: dict[str, Any]) -> None:
    without = judge(library("attack-wing"), legion).as_document()
    for sources in (["official"], ["official", BELLS]):
        assert judge(library("attack-wing"), {**legion, "sources": sources}).as_document() == without


def test_a_source_that_is_no_open_set_of_the_game_is_refused_at_its_place() -> None:
    assert refusal({**REAL, "sources": ["official", BELLS, "the-nine-bells"]}) == (
        "unknown-set", ("/sources/2",), {"/sources/2": (BELLS,)})  # fmt: skip
    assert refusal({**TEAM, "sources": ["nowhere-at-all", "official"]})[:2] == ("unknown-set", ("/sources/0",))


def test_a_set_of_the_publisher_is_no_source_of_its_own() -> None:
    assert refusal({**REAL, "sources": ["official", "starter-set"]})[:2] == ("unknown-set", ("/sources/1",))


@pytest.mark.parametrize(
    ("legion", "chosen"),
    [
        (REAL, set()),
        (OPEN, {BELLS}),
        (MIXED, {BELLS}),
        (TEAM, {BELLS}),
        ({"game": "attack-wing", "picks": [{"card": "wraith", "upgrades": ["no-such-card"]}]}, set()),
        ({**OPEN, "sources": ["official"]}, set()),
        ({**REAL, "sources": ["official", BELLS]}, {BELLS}),
    ],
)
def test_without_sources_the_open_sets_are_those_that_the_list_has_cards_of(
    legion: dict[str, Any], chosen: set[str]
) -> None:
    assert chosen_open_sets(library("attack-wing"), legion) == chosen


def test_cards_outside_the_picks_count_as_cards_of_the_list() -> None:
    found = library("dnd-miniatures-2003")
    ours = next(card for card in found.all_cards if found.open_set_of(card) and card.kind == "creature")
    tile = next(card for card in found.all_cards if found.open_set_of(card) and card.kind == "terrain-tile")
    for fields in ({"pool": {ours.slug: 1}}, {"tiles": [tile.slug]}):
        legion = {"game": "dnd-miniatures-2003", "picks": [], **fields}
        assert open_sets_in(found, legion) == {found.open_set_of(ours)}


@pytest.mark.parametrize("game", GAMES)
def test_proposals_are_made_of_the_cards_of_the_sources_and_of_all_of_these(game: str) -> None:
    whole = library(game)
    legion = {"game": game, "picks": []}
    official = [card for card in whole.all_cards if whole.open_set_of(card) is None]
    assert list(with_proposed_cards(whole, legion).all_cards) == official
    every = with_proposed_cards(whole, {**legion, "sources": ["official", *sorted(whole.open_sets)]}).all_cards
    others = [card for card in whole.all_cards if whole.open_set_of(card) is not None]
    assert every == (*official, *others)


def test_a_library_with_only_official_sets_proposes_all_of_its_cards() -> None:
    only = replace(library("attack-wing"), open_sets={})
    assert with_proposed_cards(only, REAL) is only


def test_a_pool_names_open_sets_for_a_list_that_says_none_and_for_no_other() -> None:
    found = library("attack-wing")
    of_bells = CardSelector.read([{"set": [BELLS]}], found.cards)
    assert chosen_open_sets(found, REAL, of_bells) == {BELLS}
    assert chosen_open_sets(found, {**REAL, "sources": ["official"]}, of_bells) == set()
    too_dear = {**REAL, "points": 20}
    assert fixes(found, too_dear, pool=of_bells).fixes
    assert not fixes(found, {**too_dear, "sources": ["official"]}, pool=of_bells).fixes
