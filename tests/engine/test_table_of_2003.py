"""Two rounds of D&D Miniatures 2003 as a fold of events, and back by undoing."""

from typing import Any

from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from rulesapi.engine.resolutions.table_events import Event, played
from tests.engine.test_situations import table

GAME = "dnd-miniatures-2003"
PLAY = find_play_ruleset(GAME)
START: dict[str, Any] = {"dwarf": {"card": "dwarf-axefighter"}, "sister": {"card": "axe-sister"}}


def event(question: str, parts: dict[str, str], **entered: Any) -> Event:
    """Return a question about creatures of the table."""
    found = PLAY.questions[question]
    return Event(found, {f"/{part}": f"/{creature}" for part, creature in parts.items()}, entered)


def damage(attacker: str, defender: str, **entered: Any) -> Event:
    return event("damage", {"attacker": attacker, "defender": defender}, way="melee", **entered)


ROUNDS = [
    [
        damage("dwarf", "sister", hit=["critical"]),
        damage("dwarf", "sister"),
        event("morale", {"creature": "sister"}, cause="half", dc=20, rolled=10),
        damage("sister", "dwarf"),
        event("morale", {"creature": "dwarf"}, cause="half", dc=20, rolled=17),
    ],
    [
        event("morale", {"creature": "sister"}, cause="rally", under_command=True, rating=3, dc=20, rolled=12),
        damage("dwarf", "sister"),
        event("morale", {"creature": "sister"}, cause="half"),
    ],
]
SISTER = [50, 30, 20, 20, 20, 20, 20, 10, 10]
"""The hit points of the sister after each event."""


def test_two_rounds_are_played_from_events_and_undone_to_the_start() -> None:
    now: Any = START
    undoing, states = [], []
    for one in (one for events in ROUNDS for one in events):
        found = resolve(PLAY, one.question, one.situation(now), table(GAME)).as_document()
        assert found["outcome"] == "allowed", found
        states.append(now)
        now, undo = played(now, one.changes(found))
        undoing.append(undo)
    assert [state["sister"].get("now", 50) for state in (*states, now)] == SISTER
    assert states[3]["sister"]["routing"] and not now["sister"]["routing"]
    assert now["sister"]["saved"] and (now["dwarf"]["now"], now["dwarf"]["saved"]) == (15, True)
    assert "routing" not in now["dwarf"]
    while undoing:
        now, _redo = played(now, undoing.pop())
        assert now == states.pop()
    assert now == START
