"""Limits of inputs, which an answer keeps: tested on all shipped situations, with numbers and lists at limits."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.validation import schema_validators
from rulesapi.engine.resolutions.table_events import changed
from tests.engine.test_situations import FILES, answered, cases, short
from tests.nonempty import nonempty
from tests.situation_variants import at_limits

QUESTIONS = pytest.mark.parametrize(("game", "path"), FILES, ids=lambda value: getattr(value, "stem", value))


def afterwards(game: str, question: str, situation: dict[str, Any]) -> dict[str, Any]:
    """Return the situation after its answer."""
    steps = answered(game, question, situation)["steps"]
    pairs = [(one["at"], one["value"]) for step in steps for one in step.get("sets", ())]
    after: dict[str, Any] = changed(situation, pairs)
    return after


def situations(game: str, path: Path) -> Iterator[dict[str, Any]]:
    """Yield each situation of a question, and its variants at limits that its schema allows."""
    accepts = schema_validators(f"{game}/situations/{path.stem}.schema.json").quick.is_valid
    for case in nonempty(cases(path)):
        yield case["situation"]
        yield from (one for _at, one in at_limits(case["situation"], game, path.stem) if accepts(one))


@pytest.mark.sampled
@QUESTIONS
def test_a_situation_after_its_answer_can_be_entered_again(game: str, path: Path) -> None:
    accepts = schema_validators(f"{game}/situations/{path.stem}.schema.json").quick.is_valid
    for situation in situations(game, path):
        after = afterwards(game, path.stem, situation)
        assert accepts(after), (json.dumps(situation), json.dumps(after))


@pytest.mark.parametrize(
    ("game", "question", "situation", "place", "message"),
    [
        (
            "dungeon-command",
            "treasure",
            {"creature": {"name": "Wolf"}, "tokens": 2, "morale": 99},
            "/morale",
            "“Morale of its warband” would be 100. Muster keeps at most 99.",
        ),
        (
            "dungeon-command",
            "attack",
            {
                "attacker": {"name": "Wolf", "melee_damage": 15},
                "target": {"name": "Orc", "hit_points": 50},
                "attack": "melee",
            },
            "/target/taken",
            "“Damage that it has taken before” would be 15. Muster only knows multiples of 10.",
        ),
        (
            "attack-wing",
            "maneuver",
            {
                "creature": {"name": "Wraith", "actions": ["dodge"], "tokens": ["charge"] * 20},
                "action": "dodge",
                "free": True,
            },
            "/creature/tokens",
            "“Tokens” would be 21. Muster keeps at most 20.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_answer_that_would_set_more_than_can_be_entered_is_refused(
    game: str, question: str, situation: dict[str, Any], place: str, message: str
) -> None:
    found = answered(game, question, situation)
    assert found["outcome"] == "forbidden"
    assert [(short(one["code"]), one["at"], one["message"]) for one in found["findings"]] == [
        ("beyond-limit", [place], message)
    ]
    (cause,) = [step for step in found["steps"] if step["cite"] == found["findings"][0]["cite"]][-1:]
    assert "sets" not in cause
    assert afterwards(game, question, situation) == situation
