"""Undetermined answers of Attack Wing: a value that one shows holds for each value of the facts that it asks for."""

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from catalog.documents.validation import schema_validators
from tests.engine.test_situations import FILES, answered, cases
from tests.sampling import one_in
from tests.situation_variants import Steps, described_parts, is_there, left_out, samples, with_value

GAME = "attack-wing"
OPEN = {"stage", "choices", "reach", "arc"}
"""Fields that are about the open question itself: how far it got, what is possible, what to measure."""
WHOLE = {"health", "armor", "energy", "range", "movement", "discards", "creature", "level", "total", "does", "revealed"}
"""Inputs that are filled; others ask for a part with inputs of its own, whose values change other answers as well."""


def shown(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the known values of an answer by pointer, without those in lists, which may be incomplete.

    Nothing of a creature that may have fled holds if it has.
    """
    named = {name: value for name, value in answer.items() if name not in OPEN}
    return {} if named.get("fled", False) is None else dict(known_values(named))


def known_values(document: dict[str, Any], pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Yield each known value of an object and of the objects in it, with its pointer."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from known_values(value, f"{pointer}/{name}")
        elif value is not None and not isinstance(value, list):
            yield f"{pointer}/{name}", value


def filled(situation: dict[str, Any], resolution: dict[str, Any], question: str) -> Iterator[dict[str, Any]]:
    """Yield the situation with each unknown fact filled that an input of the same name can state."""
    described = dict(described_parts(situation, GAME, question))
    for unknown in resolution["unknown"]:
        for place in unknown["at"]:
            steps: Steps = tuple(
                int(one) if one.isdecimal() else one for one in f"{place}{unknown['fact']}".split("/")[1:]
            )
            if steps in described and steps[-1] in WHOLE and not is_there(situation, steps):
                yield from (with_value(situation, steps, value) for value in samples(described[steps]))


def compared(question: str, situation: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield what an undetermined answer shows, and what that of each filled situation has of it."""
    found = answered(GAME, question, situation)
    if found["outcome"] == "undetermined":
        for one in filled(situation, found, question):
            then = answered(GAME, question, one)
            if then["outcome"] == "allowed":
                known, values = shown(found["result"]), shown(then["result"])
                yield known, {place: values.get(place) for place in known}


@pytest.mark.sampled
@pytest.mark.parametrize("path", [path for game, path in FILES if game == GAME], ids=lambda path: path.stem)
def test_what_an_undetermined_answer_shows_holds_whatever_is_filled_in(path: Path) -> None:
    valid = schema_validators(f"{GAME}/situations/{path.stem}.schema.json").quick.is_valid
    for case in cases(path)[:: one_in(4)]:
        situations = chain([case["situation"]], (one for _place, one in left_out(case["situation"])))
        for situation in filter(valid, situations):
            for known, then in compared(path.stem, situation):
                assert then == known, (case["name"], json.dumps(situation))


@pytest.mark.parametrize(
    ("question", "situation", "field"),
    [
        ("damage", {"creature": {"health": 4}, "critical": 2, "deck": 1}, "damage"),
        ("end-phase", {"sides": [{"creatures": [{"level": 1, "damage": 1}]}, {}], "initiative": 0}, "standing"),
        ("set-up", {"sides": [{"creatures": [{"level": 1}]}, {}]}, "decides"),
        ("order", {"sides": [{"creatures": [{"level": 1}]}, {}]}, "activation"),
        ("upgrade", {"upgrade": {"name": "Curse", "duration_tokens": 2}}, "duration_tokens"),
        ("upgrade", {"upgrade": {"name": "Curse", "duration_tokens": 2}}, "disabled"),
        ("damage-deck", {"events": [{"normal": 2}]}, "left"),
        (
            "maneuver",
            {"creature": {}, "revealed": {"bearing": "straight", "speed": 1, "colour": "white"}, "altitude": "swoop"},
            "swooping",
        ),
    ],
)
def test_a_value_that_is_open_is_not_shown(question: str, situation: dict[str, Any], field: str) -> None:
    found = answered(GAME, question, situation)
    values = found["result"][field]
    assert found["outcome"] == "undetermined"
    assert set(values.values()) == {None} if isinstance(values, dict) else values is None
