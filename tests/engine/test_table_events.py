"""A table as a fold of events: two rounds of Dungeon Command, forward from their events and back by undoing."""

import json
from typing import Any

import pytest

from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.table_events import Event, changed, played, value_at
from tests.engine.test_situations import table
from tests.nonempty import nonempty

GAME = "dungeon-command"
PLAY = find_play_ruleset(GAME)
START = {
    "sides": [
        {"morale": 15, "creatures": [{"card": "human-ranger"}, {"card": "dwarf-cleric"}, {"card": "dwarven-defender"}]},
        {"morale": 6, "creatures": [{"card": "drider"}, {"card": "wolf", "taken": 10}]},
    ]
}


def question(name: str) -> Question:
    return PLAY.questions[name]


def creature(side: int, place: int) -> str:
    return f"/sides/{side}/creatures/{place}"


def order(side: int, acting: int, card: str, helpers: tuple[int, ...] = (), now: str = "activation") -> Event:
    beside = {f"/helpers/{number}": creature(side, place) for number, place in enumerate(helpers)}
    entered = {"order": {"card": card}, "now": now} | ({} if helpers else {"helpers": []})
    return Event(question("play-order"), {"/acting": creature(side, acting), **beside}, entered)


def damage(side: int, place: int, dealt: int, *, cowers: bool = False) -> Event:
    parts = {"/creature": creature(side, place), "/morale": f"/sides/{side}/morale"}
    return Event(question("take-damage"), parts, {"damage": dealt} | ({"cowers": True} if cowers else {}))


def answered(event: Event, now: Any) -> dict[str, Any]:
    return resolve(PLAY, event.question, event.situation(now), table(GAME)).as_document()


def attack(side: int, place: int, target: int, **entered: Any) -> Event:
    parts = {"/attacker": creature(side, place), "/target": creature(1 - side, target)}
    return Event(question("attack"), {**parts, "/morale": f"/sides/{1 - side}/morale"}, entered)


ROUNDS = [
    [order(0, 0, "killing-strike", (1, 2)), damage(1, 0, 90), damage(1, 1, 10, cowers=True)],
    [damage(1, 0, 10), damage(0, 0, 20)],
]
TAPPED = [creature(0, 0), creature(0, 1)]


def test_two_rounds_are_played_from_events_and_undone_to_the_start() -> None:
    now: Any = START
    before = json.dumps(START)
    undoing, states = [], []
    for events in ROUNDS:
        for event in nonempty(events):
            found = answered(event, now)
            assert found["outcome"] == "allowed", found
            states.append(now)
            now, undo = played(now, event.changes(found))
            undoing.append(undo)
        states.append(now)
        now, undo = played(now, [(f"{place}/tapped", None) for place in TAPPED if value_at(now, place).get("tapped")])
        undoing.append(undo)
    assert [side["morale"] for side in now["sides"]] == [15, 1]
    assert now["sides"][1]["creatures"][0]["taken"] == 100 and now["sides"][0]["creatures"][0]["taken"] == 20
    assert json.dumps(START) == before
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == START


def test_an_order_taps_the_creature_and_those_that_assist_so_that_it_cannot_be_played_again() -> None:
    event = ROUNDS[0][0]
    found = answered(event, START)
    places = {"/acting": creature(0, 0), "/helpers/0": creature(0, 1), "/helpers/1": creature(0, 2)}
    now, _undo = played(START, event.changes(found))
    assert {place for place, value in event.changes(found) if value is True} == {
        f"{places[one]}/tapped" for one in found["result"]["taps"]
    }
    again = answered(event, now)
    assert again["outcome"] == "forbidden" and event.changes(again) == ()


def test_an_attack_a_chest_and_reinforcements_are_on_the_table_afterwards() -> None:
    start = {"sides": [{**START["sides"][0], "leadership": 8, "chest": 2}, START["sides"][1]]}
    of_side = {name: f"/sides/0/{name}" for name in ("morale", "chest", "tokens", "leadership", "increased")}
    collects = {"/creature": creature(0, 1)} | {f"/{name}": of_side[name] for name in ("morale", "chest", "tokens")}
    deploys = {"/deployed": "/sides/0/creatures"} | {f"/{name}": of_side[name] for name in ("leadership", "increased")}
    new = {"commander": {"name": "Anyone"}, "when": "deploy-phase", "creatures": [{"card": "elf-archer"}]}
    now: Any = changed(start, [("/sides/0/increased", False)])
    shot = {"attack": "ranged", "distance": 5, "view": "cover", "enemy_near": False}
    for event in (
        attack(0, 0, 1, attack="melee", changed_damage=30),
        Event(question("treasure"), collects),
        Event(question("deploy"), deploys, new),
        attack(0, 3, 0, dodges=True, **shot),
    ):
        found = answered(event, now)
        assert found["outcome"] == "allowed", found
        now, _undo = played(now, event.changes(found))
    ours, theirs = now["sides"]
    assert (theirs["morale"], theirs["creatures"][1]["taken"]) == (6 - 2, 40)
    assert (ours["morale"], ours["tokens"], ours["leadership"], ours["increased"]) == (16, 1, 9, True)
    assert "chest" not in ours and ours["creatures"][3] == {"card": "elf-archer", "tapped": True}
    assert [one.get("tapped") for one in ours["creatures"]] == [True, True, None, True]
    assert theirs["creatures"][0]["tapped"] is True


def test_what_is_only_entered_is_not_changed_and_nothing_without_an_allowed_answer() -> None:
    only_creature = Event(question("take-damage"), {"/creature": creature(1, 1)}, {"damage": 30, "morale": 9})
    assert only_creature.changes(answered(only_creature, START)) == ((f"{creature(1, 1)}/taken", 40),)
    unknown = Event(question("take-damage"), {"/creature": creature(1, 1)})
    assert unknown.changes(answered(unknown, START)) == ()


def test_the_situation_has_of_a_part_what_its_question_asks_for() -> None:
    tapped, _undo = played(START, ((f"{creature(0, 0)}/tapped", True),))
    assert damage(0, 0, 10).situation(tapped) == {"creature": {"card": "human-ranger"}, "damage": 10, "morale": 15}
    assert damage(2, 0, 10).situation(tapped) == {"damage": 10}
    with pytest.raises(KeyError):
        Event(question("take-damage"), {"/nobody": creature(0, 0)}).situation(START)


def test_a_change_copies_what_it_changes_and_none_removes() -> None:
    document: Any = {"a": [{"b": 1}], "c": {"d": 2}}
    assert changed(document, [("/a/1/b", 2), ("/c/d", None), ("/e/f", 3)]) == {
        "a": [{"b": 1}, {"b": 2}],
        "c": {},
        "e": {"f": 3},
    }
    assert document == {"a": [{"b": 1}], "c": {"d": 2}}
    assert changed({"out_of_range": None}, [("/a", 1)]) == {"out_of_range": None, "a": 1}
    assert value_at(document, "/a/5/b") is None and value_at(document, "/x/y") is None
