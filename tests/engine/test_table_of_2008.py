"""Two rounds of D&D Miniatures 2008 as a fold of events, and back by undoing."""

from typing import Any

from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.table_events import Event, played
from tests.engine.test_situations import table
from tests.nonempty import nonempty

GAME = "dnd-miniatures-2008"
PLAY = find_play_ruleset(GAME)
START: dict[str, Any] = {
    "orla": {"card": "orla-venn-outlaw", "effects": [{"condition": "slowed", "lasts": "save", "roll": 14}]},
    "bailiff": {"card": "clockwork-bailiff", "temporary": 5},
}


def event(question: str, acting: str, other: str, **entered: Any) -> Event:
    """Return an attack roll or its damage of one creature against another."""
    found = PLAY.questions[question]
    first = "/attacker" if question == "attack-roll" else "/source"
    return Event(found, {first: f"/{acting}", "/target": f"/{other}"}, entered)


def end_of_turn(acting: str) -> Event:
    """Return the end of a turn with the saving throws of its creature."""
    found = PLAY.questions["saving-throws"]
    return Event(found, {"/effects": f"/{acting}/effects"})


ROUNDS = [
    [
        event("attack-roll", "orla", "bailiff", rolled=20),
        event("damage", "orla", "bailiff", cause="critical"),
        end_of_turn("orla"),
        event("attack-roll", "bailiff", "orla", rolled=8),
        event("damage", "bailiff", "orla"),
    ],
    [
        event("attack-roll", "orla", "bailiff", rolled=9, flanked=True),
        event("damage", "orla", "bailiff"),
        event("damage", "orla", "bailiff", cause="healing", amount=10),
    ],
]


def turn(name: str, **entered: Any) -> Event:
    """Return what a creature may still do on its own turn."""
    question = PLAY.questions["turn-actions"]
    return Event(question, {"/creature": f"/{name}"}, {"whose": "own-turn", **entered})


def test_a_turn_knows_what_a_creature_has_done_in_it_and_which_condition_a_roll_has_given_it() -> None:
    now: Any = {**START, "orla": {**START["orla"], "conditions": ["confused"]}}
    dominated = turn("orla", confusion=5)
    found = resolve(PLAY, dominated.question, dominated.situation(now), table(GAME)).as_document()
    now, back = played(now, dominated.changes(found))
    assert now["orla"]["conditions"] == ["confused", "dominated"]
    assert played(now, back)[0]["orla"]["conditions"] == ["confused"]
    charge = event("attack-roll", "bailiff", "orla", rolled=20, charge=True)
    found = resolve(PLAY, charge.question, charge.situation(now), table(GAME)).as_document()
    now, _back = played(now, charge.changes(found))
    assert now["bailiff"]["attacked"] and now["bailiff"]["charged"]
    after = turn("bailiff")
    found = resolve(PLAY, after.question, after.situation(now), table(GAME)).as_document()
    assert (found["result"]["attack"], found["result"]["move"], found["result"]["minor"]) == (False, False, True)
    again = resolve(PLAY, charge.question, charge.situation(now), table(GAME)).as_document()
    assert again["outcome"] == "forbidden" and charge.changes(again) == ()


def test_two_rounds_are_played_from_events_and_undone_to_the_start() -> None:
    now: Any = START
    undoing, states = [], []
    for events in ROUNDS:
        for one in nonempty(events):
            found = resolve(PLAY, one.question, one.situation(now), table(GAME)).as_document()
            assert found["outcome"] == "allowed", found
            states.append(now)
            now, undo = played(now, one.changes(found))
            undoing.append(undo)
        assert now["orla"]["attacked"]
        states.append(now)
        done = [(name, what) for name in START for what in ("attacked", "charged") if now[name].get(what)]
        now, undo = played(now, tuple((f"/{name}/{what}", None) for name, what in done))
        undoing.append(undo)
    assert (now["bailiff"]["temporary"], now["bailiff"]["current"]) == (0, 75 - 25 - 15 + 10)
    assert now["orla"]["current"] == 60 - 15 and now["orla"]["effects"][0]["lasts"] == "over"
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == START
