"""Saving throws of D&D Miniatures 2008, compared with every possible roll, read number by number of the guide."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tests.engine.test_situations import answered

INCLUDED = {"helpless": ("helpless", "stunned", "dazed"), "stunned": ("stunned", "dazed")}
"""The conditions that a condition brings about, itself included (906.1, 910.1)."""
Effect = tuple[str, str]
"""The condition and the duration of an effect."""


def ended(effects: list[Effect], rolls: dict[int, int]) -> set[int]:
    """Return which effects end: by the turn, by their rolls, by a 20, and then with each other."""
    gone = {place for place, (_condition, lasts) in enumerate(effects) if lasts == "turn"}
    gone |= {place for place, roll in rolls.items() if roll >= 10 or 20 in rolls.values()}
    for ending, other in (("helpless", "stunned"), ("stunned", "dazed")):
        durations = {lasts for place in gone for lasts in durations_of(effects[place], ending)}
        gone |= {place for place, effect in enumerate(effects) if effect[0] == other and effect[1] in durations}
    return gone


def durations_of(effect: Effect, condition: str) -> list[str]:
    """Return the duration of an effect if it brings about a condition."""
    return [effect[1]] if condition in INCLUDED.get(effect[0], effect[:1]) else []


def situation(effects: list[Effect], rolls: dict[int, int]) -> dict[str, Any]:
    entered: list[dict[str, Any]] = [{"condition": condition, "lasts": lasts} for condition, lasts in effects]
    for place, roll in rolls.items():
        entered[place]["roll"] = roll
    return {"effects": entered}


EFFECTS: list[list[Effect]] = [
    [("dazed", "save")],
    [("dazed", "save"), ("slowed", "save")],
    [("helpless", "save"), ("stunned", "save")],
    [("stunned", "save"), ("dazed", "save"), ("dazed", "longer")],
    [("helpless", "save"), ("dazed", "save"), ("blinded", "turn")],
    [("helpless", "save"), ("stunned", "save"), ("dazed", "save")],
    [("helpless", "turn"), ("stunned", "save"), ("ongoing", "save")],
]


@pytest.mark.sampled
@pytest.mark.parametrize("effects", EFFECTS)
def test_chances_are_those_of_all_rolls(effects: list[Effect]) -> None:
    saving = [place for place, (_condition, lasts) in enumerate(effects) if lasts == "save"]
    for known in ({}, {saving[0]: 4}, {saving[-1]: 12}):
        still_open = [place for place in saving if place not in known]
        ends = Counter[int]()
        for rolls in product(range(1, 21), repeat=len(still_open)):
            ends.update(ended(effects, known | dict(zip(still_open, rolls, strict=True))))
        found = answered("dnd-miniatures-2008", "saving-throws", situation(effects, known))
        assert found["outcome"] == "allowed"
        if found["odds"]:
            chances = {row["effect"] - 1: Fraction(row["exact"]) for row in found["odds"]["ends"]}
            assert chances == {place: Fraction(ends[place], 20 ** len(still_open)) for place in range(len(effects))}
        else:
            assert {int(place.rpartition("/")[2]) for place in found["result"]["ends"]} == set(ends)


@pytest.mark.sampled
@pytest.mark.parametrize("effects", EFFECTS)
def test_what_ends_is_what_the_rolls_say(effects: list[Effect]) -> None:
    saving = [place for place, (_condition, lasts) in enumerate(effects) if lasts == "save"]
    for rolled in product((1, 9, 10, 19, 20), repeat=len(saving)):
        rolls = dict(zip(saving, rolled, strict=True))
        found = answered("dnd-miniatures-2008", "saving-throws", situation(effects, rolls))["result"]
        gone = ended(effects, rolls)
        assert found["ends"] == [f"/effects/{place}" for place in range(len(effects)) if place in gone], rolls
        assert found["stays"] == [f"/effects/{place}" for place in range(len(effects)) if place not in gone], rolls
