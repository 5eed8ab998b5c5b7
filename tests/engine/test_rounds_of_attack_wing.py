"""Two rounds of Attack Wing as a fold of events: maneuvers, attacks, damage and End Phases, and back by undoing."""

from typing import Any

from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.table_events import Event, played, value_at
from tests.engine.test_situations import table

GAME = "attack-wing"
PLAY = find_play_ruleset(GAME)


def creature(name: str, level: int, health: int, attack: int) -> dict[str, Any]:
    bite = {"name": "Bite", "melee": True, "arc": "forward", "range": 1}
    facts = {"agility": 1, "armor": 0, "movement": "ground", "base": "small", "weapons": [bite]}
    actions = ["dodge", "charge", "concentrate", "target"]
    return {"name": name, "level": level, "health": health, "attack": attack, "actions": actions, **facts}


BLUE, RED, GOBLIN = "/sides/0/creatures/0", "/sides/1/creatures/0", "/sides/1/creatures/1"
START: dict[str, Any] = {
    "sides": [
        {"creatures": [creature("Blue", 5, 5, 3)]},
        {"creatures": [creature("Red", 5, 6, 3), creature("Goblin", 2, 1, 1)]},
    ],
    "initiative": 0,
}


def asked(question: str, parts: dict[str, str], **entered: Any) -> Event:
    """Return a question about places of the table."""
    found = PLAY.questions[question]
    return Event(found, {f"/{part}": place for part, place in parts.items()}, entered)


def maneuver(place: str, colour: str, action: str | None = None) -> Event:
    revealed = {"bearing": "straight", "side": "none", "speed": 2, "colour": colour}
    return asked("maneuver", {"creature": place}, revealed=revealed, **({"action": action} if action else {}))


def attack(by: str, on: str, rolled: str, dodged: str, **spent: list[str]) -> Event:
    faces = {"h": "hit", "c": "critical", "o": "concentrate", "b": "blank", "d": "dodge"}
    dice = {"attack": [faces[one] for one in rolled], "defense": [faces[one] for one in dodged]}
    entered = {"measured": {"range": 1}, "rolled": dice} | ({"spend": spent} if spent else {})
    return asked("attack", {"attacker": by, "defender": on}, **entered)


def damage(place: str, normal: int) -> Event:
    return asked("damage", {"creature": place}, normal=normal)


END = asked("end-phase", {"sides": "/sides", "initiative": "/initiative"})
ROUNDS = [
    [
        maneuver(GOBLIN, "white", "dodge"),
        maneuver(RED, "red"),
        maneuver(BLUE, "white", "concentrate"),
        attack(BLUE, RED, "ohb", "b", attacker=["concentrate"]),
        attack(GOBLIN, BLUE, "h", "b"),
        damage(GOBLIN, 1),
        END,
    ],
    [
        maneuver(BLUE, "white", "dodge"),
        maneuver(RED, "green", "charge"),
        attack(RED, BLUE, "hhcb", "b", attacker=["charge"], defender=["dodge"]),
        attack(BLUE, RED, "hhh", "d"),
        damage(RED, 1),
        END,
    ],
]


def answered(event: Event, now: Any) -> dict[str, Any]:
    return resolve(PLAY, event.question, event.situation(now), table(GAME)).as_document()


def of(place: str, now: Any, *names: str) -> list[Any]:
    """Return inputs of a creature on the table."""
    return [value_at(now, f"{place}/{name}") for name in names]


def test_two_rounds_are_played_from_events_and_undone_to_the_start() -> None:
    now: Any = START
    states, undoing = [now], []
    for one in (one for events in ROUNDS for one in events):
        found = answered(one, now)
        assert found["outcome"] == "allowed", (one.question.name, found["findings"], found["unknown"])
        now, undo = played(now, one.changes(found))
        states.append(now)
        undoing.append(undo)
    first, second = len(ROUNDS[0]), len(states) - 1
    acted = ("tokens", "attacked", "action_spent", "actions_done")
    assert of(BLUE, states[3], *acted) == [["concentrate"], None, True, ["concentrate"]]
    assert of(BLUE, states[4], *acted) == [[], True, True, ["concentrate"]]
    assert of(BLUE, states[first], *acted) == [[], False, None, []]
    assert of(RED, states[second - 3], "tokens", "charged", "attacked", "exhaustion") == [[], True, True, 0]
    assert of(RED, states[second], "tokens", "charged", "attacked", "exhaustion") == [[], False, False, 0]
    assert of(BLUE, states[second - 4], "tokens") == [["dodge"]] and of(BLUE, states[second - 3], "tokens") == [[]]
    assert of(GOBLIN, states[first], "damage", "defeated", "fell_before", "tokens") == [1, True, True, []]
    assert [of(place, states[first], "damage") for place in (BLUE, RED)] == [[1], [2]]
    assert [of(place, now, "damage") for place in (BLUE, RED)] == [[3], [5]]
    assert [state["initiative"] for state in (START, states[first], now)] == [0, 1, 0]
    for before in reversed(states[:-1]):
        now, _redo = played(now, undoing.pop())
        assert now == before
    assert now == START


def test_nobody_attacks_twice_in_a_round_or_spends_a_token_twice() -> None:
    now: Any = START
    for one in ROUNDS[0][:4]:
        now, _undo = played(now, one.changes(answered(one, now)))
    found = answered(ROUNDS[0][3], now)
    codes = {one["code"].rpartition("/")[2] for one in found["findings"]}
    assert {"attack-repeated", "token-not-there"} <= codes and ROUNDS[0][3].changes(found) == ()


def test_pressed_soldiers_of_a_troop_come_back_with_its_moves() -> None:
    troop = creature("Orcs", 2, 1, 2) | {"soldiers": 5, "pressed": 2, "tokens": ["charge"], "agility": 0}
    now: Any = {"sides": [{"creatures": [troop]}, {"creatures": [creature("Red", 5, 6, 3)]}], "initiative": 0}
    orcs, red = "/sides/0/creatures/0", "/sides/1/creatures/0"
    straight = {"bearing": "straight", "side": "none", "speed": 2, "colour": "white"}
    dice = {"attack": ["hit", "blank", "blank"], "defense": ["dodge"]}
    charging = {"measured": {"range": 1, "arc": "forward"}, "spend": {"attacker": ["charge"]}, "rolled": dice}
    fallen = {"measured": {"range": 1}, "rolled": {"attack": ["hit", "blank", "blank"], "defense": []}}
    events = [
        asked("maneuver", {"creature": orcs}, revealed=straight, no_room=1),
        asked("attack", {"attacker": orcs, "defender": red}, no_room=0, **charging),
        asked("attack", {"attacker": red, "defender": orcs}, **fallen),
        asked("maneuver", {"creature": orcs}, revealed=straight, no_room=2),
    ]
    states = []
    for event in events:
        found = answered(event, now)
        assert found["outcome"] == "allowed", (found["findings"], found["unknown"])
        now, _undo = played(now, event.changes(found))
        states.append(of(orcs, now, "soldiers", "pressed"))
    assert states == [[5, 1], [5, 0], [4, 0], [4, 2]]
