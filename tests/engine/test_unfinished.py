"""Unfinished lists: lists that only lack cards or a choice, and errors that make a list plainly illegal."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given

from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library, rulesets_of
from rulesapi.engine.core.unfinished import MAX_LACKS
from rulesapi.engine.values.known_games import PACKAGES
from rulesapi.engine.values.model import PickableCard
from tests.engine import conformance_cases, published_libraries
from tests.engine.generators import Document, chances
from tests.engine.test_properties_of_games import few, made
from tests.nonempty import nonempty
from tests.second_engine.games import GAMES, Game

WING, COMMAND, OF_2003, OF_2008 = "attack-wing", "dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008"
READY_LISTS = Path(__file__).parents[2] / "legions" / "games"
games = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)


def told(legion: Document, by: Library | None = None) -> dict[str, Any]:
    return judge(by or conformance_cases.library(legion["game"]), legion).as_document()


def lacks(legion: Document, by: Library | None = None) -> list[tuple[str, str]]:
    """Return the way to settle each error of an unfinished list, with the message; nothing for any other list."""
    return [(one.get("field", one["by"]), one["message"]) for one in told(legion, by).get("unfinished", ())]


def of_2003(*picks: Document, **fields: Any) -> Document:
    return {"game": OF_2003, "picks": list(picks), **fields}


def of_2008(*picks: Document, **fields: Any) -> Document:
    return {"game": OF_2008, "points": 50, "picks": list(picks), **fields}


def some_card(game: str, **facts: Any) -> Document:
    """Return a pick of a card of the cases that has these facts."""
    cards = conformance_cases.library_documents(game)["cards"]
    return {"card": next(card["slug"] for card in cards if facts.items() <= card.items())}


def test_a_first_creature_of_2003_lacks_a_faction() -> None:
    good = some_card(OF_2003, factions=["lawful-good"], requires=[])
    verdict = told(of_2003(good))
    assert verdict["verdict"] == "illegal"
    assert verdict["unfinished"] == [{"finding": 0, "by": "choice", "field": "faction", "message": "choose a faction"}]
    assert verdict["findings"][0]["code"] == f"{OF_2003}/faction"


def test_creatures_that_share_no_faction_are_not_unfinished() -> None:
    good, evil = (some_card(OF_2003, factions=[one], requires=[]) for one in ("lawful-good", "chaotic-evil"))
    assert told(of_2003(good, evil))["verdict"] == "illegal"
    assert not lacks(of_2003(good, evil))


def test_a_commander_that_admits_the_others_leaves_a_faction_to_choose() -> None:
    cases = [
        case
        for _, rule, case in conformance_cases.cases()
        if rule in (f"{OF_2003}/faction", f"{OF_2003}/warband-building")
        and case["verdict"] == "legal"
        and any(one["by"]["kind"] == "card" for one in case.get("waived", ()))
    ]
    for case in nonempty(cases):
        without = {name: value for name, value in case["legion"].items() if name != "faction"}
        assert ("faction", "choose a faction") in lacks(without)


def test_a_wrong_faction_or_a_wrong_map_is_no_choice_that_is_lacking() -> None:
    verdict = told(of_2008({"card": "wolf"}, faction="nowhere", map="small-yard"))
    assert [one["code"] for one in verdict["findings"]] == [f"{OF_2008}/faction"]
    assert "unfinished" not in verdict
    assert not lacks(of_2008({"card": "wolf"}, faction="wild", map=full_map()))


def full_map() -> str:
    return str(some_card(OF_2008, kind="battle-map", area="full")["card"])


def test_a_first_creature_of_2008_lacks_a_faction_and_a_map() -> None:
    assert lacks(of_2008({"card": "wolf"})) == [("faction", "choose a faction"), ("map", "choose a battle map")]


def test_a_warband_of_2008_without_creatures_lacks_one() -> None:
    assert lacks(of_2008(faction="wild", map="small-yard")) == [("cards", "add a creature")]


def test_decks_lack_as_many_cards_as_they_are_short_of() -> None:
    creature = some_card(COMMAND, kind="creature")
    assert lacks({"game": COMMAND, "picks": [{**creature, "count": 4}]}) == [
        ("cards", "add 8 creatures"),
        ("cards", "add 30 orders"),
        ("cards", "choose a commander"),
    ]


def test_a_second_commander_or_a_fifth_copy_is_nothing_that_is_lacking() -> None:
    commander, creature = some_card(COMMAND, kind="commander"), some_card(COMMAND, kind="creature")
    assert not lacks({"game": COMMAND, "picks": [{**commander, "count": 2}]})
    assert not lacks({"game": COMMAND, "picks": [{**creature, "count": 5}]})


@pytest.mark.parametrize(
    ("tiles", "unfinished"),
    [(["hall"], True), (["hall", "hall", "hall"], False), (["hall"] * 5, False)],
)
def test_tiles_are_lacking_while_no_size_has_too_many(tiles: list[str], unfinished: bool) -> None:
    large = some_card(COMMAND, kind="tile", size="large")["card"]
    document = {"game": COMMAND, "picks": [], "tiles": [large for _ in tiles]}
    assert bool(lacks(document)) is unfinished


def test_an_empty_legion_lacks_a_creature() -> None:
    assert lacks({"game": WING, "points": 100, "picks": []}) == [("cards", "add a creature")]


def test_an_empty_legion_for_which_no_creature_is_cheap_enough_is_not_unfinished() -> None:
    by = conformance_cases.library(WING)
    known = [card for card in conformance_cases.library_documents(WING)["cards"] if card["kind"] == "creature"]
    dear = Library.build(
        release=1,
        game=conformance_cases.library_documents(WING)["game"],
        cards=[{**card, "cost": 20, "troop": False, "costs": None} for card in known],
        formats=conformance_cases.library_documents(WING)["formats"],
    )
    assert lacks({"game": WING, "points": 20, "picks": []}, by)
    assert lacks({"game": WING, "points": 20, "picks": []}, dear)
    assert not lacks({"game": WING, "points": 19, "picks": []}, dear)


def test_an_unknown_card_in_addition_to_a_lack_is_an_error() -> None:
    assert not lacks(of_2008({"card": "wolf"}, {"card": "nobody"}))


def test_a_list_that_lacks_too_much_to_look_at_is_not_called_unfinished() -> None:
    player: Document = {"picks": []}
    team: Document = {"game": WING, "points": 500, "team": [player] * MAX_LACKS}
    assert lacks(team)
    assert not lacks({**team, "team": [player] * (MAX_LACKS + 1)})


def test_a_house_rule_that_waives_what_is_lacking_leaves_nothing_to_finish() -> None:
    for game, _, case in nonempty(conformance_cases.cases()):
        if case["verdict"] != "illegal":
            assert not lacks(case["legion"], conformance_cases.judging(game, case))


def test_each_lack_that_a_rule_declares_is_of_a_field_that_its_game_has() -> None:
    rulesets = [ruleset for game in PACKAGES for ruleset in rulesets_of(game.replace("_", "-"))]
    for ruleset in nonempty(rulesets):
        for way in (way for ways in ruleset.lacking.values() for way in ways):
            assert way.messages
            assert (way.by == "choice") is (way.field is not None)
            assert way.field is None or way.field == "points" or way.field in ruleset.fields


@games
@few
@given(chance=chances)
def test_an_unfinished_list_is_illegal_within_its_limit_and_names_each_of_its_errors(
    game: Game, chance: Random
) -> None:
    at, legion = made(game, chance)
    verdict = told(legion, at.library)
    errors = [number for number, finding in enumerate(verdict["findings"]) if finding["level"] == "error"]
    if "unfinished" in verdict:
        assert verdict["verdict"] == "illegal"
        assert [one["finding"] for one in verdict["unfinished"]] == errors
        points = verdict["points"]
        assert points["limit"] is None or points["total"] is None or points["total"] <= points["limit"]


@games
@few
@given(chance=chances)
def test_a_list_over_its_limit_is_never_unfinished(game: Game, chance: Random) -> None:
    at, legion = made(game, chance)
    priced = judge(at.library, legion).price
    if at.library.ruleset.price.__name__ != "free_price" and priced.least > 1:
        assert not lacks({**legion, "points": priced.least - 1}, at.library) or "team" in legion


@games
@few
@given(chance=chances)
def test_a_card_or_a_choice_settles_each_error_of_an_unfinished_list(game: Game, chance: Random) -> None:
    at, legion = made(game, chance)
    if "team" in legion:
        legion = {**legion, **legion["team"][0]}
        del legion["team"]
        legion.pop("name", None)
    for field in chance.sample(["faction", "map", "tiles", "pool"], 2):
        legion = {name: value for name, value in legion.items() if name != field}
    legion = {**legion, "picks": chance.sample(legion["picks"], chance.randint(0, len(legion["picks"])))}
    verdict = told(legion, at.library)
    for lack in verdict.get("unfinished", ()):
        finding = verdict["findings"][lack["finding"]]
        assert any(is_settled(finding, changed, at.library) for changed in additions(lack, legion, at.library))


def additions(lack: Document, legion: Document, by: Library) -> list[Document]:
    """Return the legion with each card, or each choice, that a lack could be about."""
    if lack["by"] == "cards":
        cards = [card for card in by.all_cards if isinstance(card, PickableCard)]
        more: list[list[Document]] = [[{"card": card.slug}] for card in cards]
        more += [[{"card": card.slug, "upgrades": [other.slug]}] for card in cards[:1] for other in by.all_cards]
        return [{**legion, "picks": [*legion["picks"], *some]} for some in more]
    field = lack["field"]
    options: dict[str, list[Any]] = {
        "pool": [{}],
        "points": list(range(1000)),
        "treasure": [{"chests": [9] * 8, "tokens": 99}],
        "tiles": [[*legion.get("tiles", ()), *more] for more in tiles_to_add(by)],
    }
    choices = by.ruleset.choices
    offered = choices(by, by.format(legion.get("format")), legion) if choices else {}
    return [{**legion, field: value} for value in [*offered.get(field, ()), *options.get(field, ())]]


def tiles_to_add(by: Library) -> list[list[str]]:
    tiles = [slug for slug, document in by.documents.items() if document["kind"] == "tile"]
    return [[tile] for tile in tiles] + [[tile, other] for tile in tiles for other in tiles]


def is_settled(finding: Document, legion: Document, by: Library) -> bool:
    """Return whether a finding is gone or is about fewer lacking cards, and the legion is within its limit."""
    findings = [one for one in told(legion, by)["findings"] if one["level"] == "error"]
    same = [one for one in findings if one["code"] == finding["code"] and one["at"] == finding["at"]]
    fewer = all("short" in one["facts"] and one["facts"] != finding["facts"] for one in same)
    return fewer and not any(one["code"].endswith("/point-limit") for one in findings)


@cache
def legal_lists(game: str) -> list[Document]:
    folder = READY_LISTS / game.replace("-", "_") / "ready_lists"
    lists = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    by = published_libraries.library(game)
    documents = [one.get("legion", one) for one in lists]
    return [one for one in documents if told(one, by)["verdict"] == "legal"]


@pytest.mark.parametrize("game", published_libraries.GAMES)
@few
@given(chance=chances)
def test_a_legal_list_from_which_something_is_taken_away_is_never_more_than_unfinished(
    game: str, chance: Random
) -> None:
    whole = chance.choice(nonempty(legal_lists(game)))
    picks = chance.sample(whole["picks"], chance.randint(1, len(whole["picks"])))
    left = {**whole, "picks": sorted(picks, key=whole["picks"].index)}
    for field in ("faction", "map", "tiles"):
        if chance.random() < 0.5:
            left.pop(field, None)
    verdict = told(left, published_libraries.library(game))
    assert verdict["verdict"] != "illegal" or "unfinished" in verdict, verdict["findings"]
