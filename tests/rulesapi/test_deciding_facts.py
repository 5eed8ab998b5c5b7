"""Completeness of a game's data: official cards with every fact that verdicts on lists depend on."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.schemas import load_schemas
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging.deciding_facts import Coverage, coverage_of, is_official, missing_deciding_facts
from tests.nonempty import nonempty

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")
SETS = {"printed": {"official": True}, "open": {"official": False}}
GAME = {"slug": "attack-wing", "ruleset": "attack-wing/1"}
WRAITH = {
    "kind": "creature",
    "slug": "wraith",
    "set": "printed",
    "cost": 25,
    "unique": False,
    "slots": ["divine"],
    "level": 4,
    "troop": False,
}


def documents_of(game: str) -> list[dict[str, Any]]:
    return [json.loads(file.read_text()) for file in sorted((FIXTURES / game).rglob("*.json"))]


def coverage(*cards: Mapping[str, Any]) -> Coverage:
    return coverage_of(GAME, cards, SETS)


@pytest.mark.parametrize("game", GAMES)
def test_each_deciding_fact_is_one_that_the_schema_of_its_kind_has(game: str) -> None:
    document = next(one for one in documents_of(game) if one["kind"] == "game")
    ruleset = find_ruleset(document["ruleset"])
    assert ruleset.bearers <= ruleset.deciding_facts.keys()
    for kind, facts in nonempty(ruleset.deciding_facts.items()):
        properties = load_schemas()[f"{game}/{kind}.schema.json"]["properties"]
        assert {one.fact for one in facts} <= properties.keys()
        assert {one.only_if[0] for one in facts if one.only_if} <= properties.keys()


@pytest.mark.parametrize("fact", ["cost", "unique", "slots", "level"])
def test_a_card_is_complete_until_a_deciding_fact_is_not_known(fact: str) -> None:
    assert coverage(WRAITH) == Coverage(1, 1, {})
    assert coverage({**WRAITH, fact: None}) == Coverage(1, 0, {fact: 1})


def test_a_fact_that_is_known_in_part_is_missing() -> None:
    assert coverage({**WRAITH, "slots": ["divine", None]}).missing == {"slots": 1}


def test_of_dungeon_command_no_card_of_any_kind_lacks_what_decides() -> None:
    documents = documents_of("dungeon-command")
    game = next(one for one in documents if one["kind"] == "game")
    cards = [one for one in documents if one["kind"] in find_ruleset(game["ruleset"]).deciding_facts]
    sets = {one["slug"]: one for one in documents if one["kind"] == "set"}
    found = coverage_of(game, cards, sets, {one["kind"] for one in cards})
    assert (found.missing, found.cards) == ({}, len(cards))


def test_a_start_area_is_a_deciding_fact_only_of_small_tiles() -> None:
    ruleset = find_ruleset("dungeon-command/1")
    tile = {"kind": "tile", "start": None}
    assert missing_deciding_facts({**tile, "size": "large"}, ruleset) == []
    assert missing_deciding_facts({**tile, "size": "small"}, ruleset) == ["start"]
    assert missing_deciding_facts({**tile, "size": None}, ruleset) == ["size"]


def test_a_fact_of_some_cards_is_a_deciding_fact_only_of_those() -> None:
    costs = {"1": 5, "2": None}
    assert coverage({**WRAITH, "costs": costs}).is_complete
    assert coverage({**WRAITH, "costs": costs, "troop": True}).missing == {"costs": 1}


def test_facts_implied_by_a_rating_are_known() -> None:
    ruleset = find_ruleset("dnd-miniatures-2003/1")
    card = {"kind": "creature", "commander": None, "commander_rating": 3, "unique": None}
    assert missing_deciding_facts(card, ruleset) == ["unique"]
    assert missing_deciding_facts({**card, "commander_rating": None}, ruleset) == [
        "commander",
        "commander_rating",
        "unique",
    ]
    assert missing_deciding_facts({**card, "commander": False, "commander_rating": None}, ruleset) == ["unique"]


def test_open_and_retired_cards_are_not_counted() -> None:
    counted = coverage(WRAITH, {**WRAITH, "set": "open", "cost": None}, {**WRAITH, "retired": "Replaced."})
    assert (counted.cards, counted.complete) == (1, 1)


@pytest.mark.parametrize("of_set", [None, "unheard-of"])
def test_a_card_of_no_known_set_is_official(of_set: str | None) -> None:
    assert is_official({"set": of_set}, SETS)
    assert is_official({}, SETS)
    assert not is_official({"set": "open"}, SETS)


def test_the_share_is_whole_only_where_every_card_is_complete() -> None:
    assert Coverage(300, 299, {}).percent == 99
    assert Coverage(300, 300, {}).percent == 100
    assert Coverage(300, 1, {}).percent == 1
    assert Coverage(300, 0, {}).percent == 0
    assert Coverage(0, 0, {}).percent == 100


def test_dungeon_command_is_complete() -> None:
    documents = documents_of("dungeon-command")
    game = next(one for one in documents if one["kind"] == "game")
    sets = {one["slug"]: one for one in documents if one["kind"] == "set"}
    counted = coverage_of(game, documents, sets)
    assert counted.is_complete
    assert counted.cards == 176
