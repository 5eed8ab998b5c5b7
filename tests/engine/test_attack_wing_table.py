"""A table of Attack Wing as a fold of events: two rounds of damage and of activations, and back by undoing."""

from typing import Any

import pytest

from rulesapi.engine.resolutions.declared import Question
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
    return Event(question("damage"), {"/creature": f"/creatures/{place}"}, dealt)


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


def question(name: str) -> Question:
    return PLAY.questions[name]


OF_END = {f"/{name}": f"/{name}" for name in ("sides", "initiative", "durations")}


def test_an_end_phase_leaves_a_table_for_the_next_round() -> None:
    acted = {"attacked": True, "charged": True, "action_spent": True, "actions_done": ["dodge"], "met_obstacle": True}
    now: Any = {
        "sides": [
            {"creatures": [{"name": "A", "level": 3, "tokens": ["dodge", "pivot"], **acted, "altitude_changed": True}]},
            {
                "creatures": [
                    {"name": "B", "level": 3, "exhaustion": 1},
                    {"name": "C", "level": 4, "health": 3, "damage": 3},
                    {"name": "D", "level": 2, "defeated": True},
                ]
            },
        ],
        "initiative": 0,
        "durations": [{"name": "Curse", "tokens": 1, "continuous": True}, {"name": "Web", "tokens": 3}],
    }
    event = Event(question("end-phase"), OF_END)
    found = answered(event, now)
    assert found["outcome"] == "allowed", found
    after, undo = played(now, event.changes(found))
    assert after == {
        "sides": [
            {
                "creatures": [
                    {
                        "name": "A",
                        "level": 3,
                        "tokens": [],
                        "attacked": False,
                        "charged": False,
                        "altitude_changed": False,
                        "met_obstacle": False,
                        "actions_done": [],
                    }
                ]
            },
            {
                "creatures": [
                    {"name": "B", "level": 3, "exhaustion": 1},
                    {"name": "C", "level": 4, "health": 3, "damage": 3, "defeated": True, "fell_before": True},
                    {"name": "D", "level": 2, "defeated": True, "fell_before": True},
                ]
            },
        ],
        "initiative": 1,
        "durations": [{"name": "Curse", "tokens": 0, "continuous": True}, {"name": "Web", "tokens": 2}],
    }
    assert played(after, undo)[0] == now
    now["sides"][0]["creatures"][0]["upgrades"] = ["not asked for"]
    assert "upgrades" not in event.situation(now)["sides"][0]["creatures"][0]
    again = answered(event, after)
    assert again["outcome"] == "allowed" and [one["name"] for one in again["result"]["durations"]] == ["Web"]


def test_the_last_fallen_keep_the_round_in_which_they_fell() -> None:
    fallen = [{"name": name, "level": level, "health": 2, "damage": 2} for name, level in (("A", 3), ("B", 5))]
    now = {"sides": [{"creatures": [one]} for one in fallen], "initiative": 0}
    event = Event(question("end-phase"), OF_END)
    after, _undo = played(now, event.changes(answered(event, now)))
    creatures = [side["creatures"][0] for side in after["sides"]]
    assert all(one["defeated"] and "fell_before" not in one for one in creatures)
    assert answered(Event(question("winner"), {"/sides": "/sides"}), after)["result"]["winner"] == 1


UPGRADE = {"name": "Curse", "places_tokens": 3, "continuous": True}


def test_events_of_an_upgrade_are_on_the_table_afterwards() -> None:
    now: Any = {"upgrades": [UPGRADE]}
    undoing = []
    for entered in ("use", "lose-token", "disable", "enable", "discard"):
        event = Event(question("upgrade"), {"/upgrade": "/upgrades/0"}, {"does": entered})
        found = answered(event, now)
        assert found["outcome"] == "allowed", found
        now, undo = played(now, event.changes(found))
        undoing.append(undo)
    assert now["upgrades"] == [{**UPGRADE, "duration_tokens": 2, "disabled": False, "discarded": True}]
    for undo in reversed(undoing):
        now, _redo = played(now, undo)
    assert now == {"upgrades": [UPGRADE]}


def test_soldiers_that_flee_leave_the_troop() -> None:
    event = Event(
        question("morale"), {"/soldiers": "/soldiers"}, {"rolled": ["hit", "blank"], "icons": {"morale": "hit"}}
    )
    now, undo = played({"soldiers": 2}, event.changes(answered(event, {"soldiers": 2})))
    assert now == {"soldiers": 1} and played(now, undo)[0] == {"soldiers": 2}


def activation(**entered: Any) -> Event:
    return Event(question("maneuver"), {"/creature": "/creatures/0"}, entered)


def revealed(bearing: str, colour: str, side: str = "none") -> dict[str, Any]:
    return {"bearing": bearing, "side": side, "speed": 0 if bearing == "pivot" else 2, "colour": colour}


ACTIVATIONS = [
    ({"revealed": revealed("turn", "red", "left"), "altitude": "land"}, {"exhaustion": 1, "play_level": "ground"}),
    ({"revealed": revealed("straight", "green"), "action": "dodge"}, {"exhaustion": 0, "tokens": ["dodge"]}),
    ({"action": "feint", "free": True}, {"exhaustion": 1, "actions_done": ["dodge", "feint"], "action_spent": True}),
    ({"revealed": revealed("pivot", "white")}, {"exhaustion": 1, "tokens": ["dodge", "pivot"]}),
    ({"revealed": revealed("straight", "white"), "leaves": True}, {"defeated": True}),
]
"""The input of each activation of one creature, and the part of its state that it changes."""


def test_activations_set_exhaustion_altitude_tokens_and_actions_and_are_undone() -> None:
    start: Any = {"creatures": [{"name": "Drake", "movement": "flying", "actions": ["dodge", "feint"]}]}
    now, states, undoing = start, [], []
    for entered, changed in ACTIVATIONS:
        event = activation(**entered)
        found = answered(event, now)
        assert found["outcome"] == "allowed", found
        states.append(now)
        now, undo = played(now, event.changes(found))
        undoing.append(undo)
        assert changed.items() <= now["creatures"][0].items()
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == start


@pytest.mark.parametrize(
    ("entered", "changed"),
    [
        ({"obstacles": [{"affects": "both"}]}, {"met_obstacle": True}),
        ({"action": "target", "enemy_range": None}, {"actions_done": ["target"], "action_spent": True}),
        (
            {"action": "target", "enemy_range": 2},
            {"actions_done": ["target"], "tokens": ["target"], "action_spent": True},
        ),
        ({"action": "target"}, {}),
        ({"action": "pass"}, {"action_spent": True}),
        (
            {"action": "target", "enemy_range": 2, "free": True},
            {"actions_done": ["target"], "tokens": ["target"], "action_spent": False},
        ),
        ({"leaves": True, "adventure_keeps_fled": True}, {"defeated": True}),
    ],
)
def test_a_maneuver_sets_what_it_changes_of_its_creature(entered: dict[str, Any], changed: dict[str, Any]) -> None:
    drake = {"name": "Drake", "movement": "flying", "actions": ["target"]}
    now: Any = {"creatures": [drake]}
    event = activation(revealed=revealed("straight", "white"), **entered)
    after, _undo = played(now, event.changes(answered(event, now)))
    assert after["creatures"] == [drake | changed]


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


FIGHTERS: dict[str, Any] = {
    "creatures": [
        {
            "name": "Drake",
            "attack": 3,
            "movement": "flying",
            "tokens": ["charge", "target", "concentrate", "concentrate", "dodge"],
            "weapons": [{"name": "Bite", "melee": True, "arc": "forward", "range": 2}],
        },
        {
            "name": "Wyvern",
            "agility": 2,
            "armor": 1,
            "health": 6,
            "damage": 1,
            "movement": "flying",
            "tokens": ["dodge", "dodge", "concentrate", "pivot"],
        },
    ]
}
BITE = {
    "measured": {"range": 1},
    "spend": {"attacker": ["charge", "target", "concentrate"], "defender": ["dodge", "concentrate"]},
    "rolled": {
        "attack": ["hit", "concentrate", "blank", "blank", "critical"],
        "reroll": [{"die": 2, "face": "hit"}, {"die": 3, "face": "hit"}],
        "defense": ["concentrate", "blank"],
    },
}
"""Five dice with a charge and a pivot: four hits and a critical, against two dodges and one Armor Token (p. 16-20)."""
BREATH = {"upgrade": {"name": "A breath", "dice": 2, "melee": False, "range": "1-2", "costs": ["concentrate"]}}


def attacks(by: int, on: int, **entered: Any) -> Event:
    return Event(question("attack"), {"/attacker": f"/creatures/{by}", "/defender": f"/creatures/{on}"}, entered)


def test_an_attack_leaves_the_tokens_that_nobody_spent_and_its_damage_and_is_undone() -> None:
    event = attacks(0, 1, **BITE)
    found = answered(event, FIGHTERS)
    assert found["outcome"] == "allowed" and found["result"]["damage"] == {"normal": 1, "critical": 1}
    now, undo = played(FIGHTERS, event.changes(found))
    drake, wyvern = FIGHTERS["creatures"]
    after = {"tokens": ["concentrate", "dodge"], "attacked": True, "charged": True}
    assert now["creatures"] == [drake | after, wyvern | {"tokens": ["dodge", "pivot"], "damage": 3}]
    assert played(now, undo)[0] == FIGHTERS
    again = attacks(0, 1, **BREATH, attacks_again="Fury", measured={"range": 1})
    forbidden = answered(again, now)
    assert forbidden["outcome"] == "forbidden" and again.changes(forbidden) == ()


def test_an_upgrade_costs_its_token_before_dice_and_each_of_two_attacks_is_undone_by_itself() -> None:
    rolled = {"attack": ["hit", "blank", "blank"], "defense": ["blank", "blank"]}
    breath = attacks(0, 1, **BREATH, measured={"range": 2}, rolled=rolled)
    answer = attacks(1, 0, weapon={"melee": True, "range": 1}, measured={"range": None})
    now, states, undoing = FIGHTERS, [], []
    for event in (breath, answer):
        found = answered(event, now)
        assert found["outcome"] == "allowed", found
        states.append(now)
        now, undo = played(now, event.changes(found))
        undoing.append(undo)
    drake, wyvern = FIGHTERS["creatures"]
    spent = ["charge", "target", "concentrate", "dodge"]
    assert now["creatures"] == [drake | {"tokens": spent, "attacked": True}, wyvern | {"attacked": True}]
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == FIGHTERS


def test_an_area_attack_sets_the_damage_and_tokens_of_each_creature_and_the_target_token_once() -> None:
    parts = {"/attacker": "/creatures/0", "/targets/0/creature": "/creatures/1", "/targets/1/creature": "/creatures/2"}
    start = {
        "creatures": [*FIGHTERS["creatures"], {"name": "Elves", "agility": 0, "armor": 0, "health": 1, "soldiers": 3}]
    }
    dice = {"attack": ["hit", "blank", "blank"], "reroll": [{"die": 1, "face": "hit"}], "defense": ["blank", "blank"]}
    entered = {
        "upgrade": {"name": "A cone", "dice": 2, "melee": False, "range": "cone 2"},
        "level": "both",
        "targets": [
            {"measured": {"range": 1}, "spend": {"attacker": ["target"], "defender": ["dodge"]}, "rolled": dice},
            {"measured": {"range": 2}, "caught": 2, "rolled": {"attack": ["hit", "hit"], "defense": []}},
        ],
    }
    event = Event(question("area-attack"), parts, entered)
    found = answered(event, start)
    assert found["outcome"] == "allowed", found
    now, undo = played(start, event.changes(found))
    drake, wyvern, elves = start["creatures"]
    left = ["charge", "concentrate", "concentrate", "dodge"]
    assert now["creatures"] == [
        drake | {"tokens": left, "attacked": True},
        wyvern | {"tokens": ["dodge", "concentrate", "pivot"]},
        elves | {"soldiers": 1, "damage": 0},
    ]
    assert played(now, undo)[0] == start


def test_pressed_soldiers_fall_first_and_no_longer_cost_dice() -> None:
    now: Any = {"creatures": [{"name": "Guards", "health": 1, "soldiers": 5, "pressed": 2}]}
    for normal, left in ((1, (4, 1)), (1, (3, 0)), (1, (2, 0))):
        event = damage(0, {"normal": normal})
        now, _undo = played(now, event.changes(answered(event, now)))
        guards = now["creatures"][0]
        assert (guards["soldiers"], guards["pressed"]) == left
