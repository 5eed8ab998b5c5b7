"""A table of Attack Wing as a fold of events: two rounds of damage, forward from their events and back by undoing."""

from typing import Any

from rulesapi.engine.resolutions.declared import DeclaredQuestion
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.table_events import Event, played
from tests.engine.test_situations import table

GAME = "attack-wing"
PLAY = find_play_ruleset(GAME)
START = {"creatures": [{"card": "wraith"}, {"name": "Guards", "health": 2, "soldiers": 4, "damage": 1}]}
ROUNDS = [
    [(0, {"normal": 1, "critical": 1}), (1, {"normal": 1})],
    [(1, {"normal": 3}), (1, {"normal": 2}), (1, {"normal": 1})],
]


def damage(place: int, dealt: dict[str, int]) -> Event:
    question = PLAY.questions["damage"]
    assert isinstance(question, DeclaredQuestion)
    return Event(question, {"/creature": f"/creatures/{place}"}, dealt)


def answered(event: Event, now: Any) -> dict[str, Any]:
    return resolve(PLAY, event.question, event.situation(now), table(GAME)).as_document()


def test_two_rounds_of_damage_are_played_from_events_and_undone_to_the_start() -> None:
    now: Any = START
    states, undoing = [], []
    for event in (damage(*one) for events in ROUNDS for one in events):
        found = answered(event, now)
        assert found["outcome"] == "allowed", found
        states.append(now)
        now, undo = played(now, event.changes(found))
        undoing.append(undo)
    assert now["creatures"][0]["damage"] == 2
    troops = [state["creatures"][1] for state in (*states[1:], now)]
    assert [(one["soldiers"], one["damage"]) for one in troops] == [(4, 1), (3, 0), (2, 0), (1, 0), (1, 1)]
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == START


def test_an_attack_sets_that_the_attacker_has_attacked_and_the_damage_of_the_defender() -> None:
    situation = {
        "attacker": {"attack": 2, "movement": "ground", "weapons": [{"melee": True, "range": 1}]},
        "defender": {"agility": 0, "armor": 0, "health": 5, "movement": "ground"},
        "measured": {"range": 1},
        "rolled": {"attack": ["hit", "critical"], "defense": []},
    }
    found = resolve(PLAY, PLAY.questions["attack"], situation, table(GAME)).as_document()
    assert [one for step in found["steps"] for one in step.get("sets", ())] == [
        {"at": "/attacker/attacked", "value": True},
        {"at": "/defender/damage", "value": 2},
    ]
