"""Properties of maneuvers, End Phases and damage cards, by a second and slower reading of the rulebook's text."""

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesapi.engine.resolutions.model import TableFacts
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset
from rulesapi.engine.resolutions.resolving import resolve
from tests.sampling import EXAMPLES

PLAY = find_play_ruleset("attack-wing")
NOTHING = TableFacts({}, {"slug": "attack-wing", "dice": []})


def answered(question: str, situation: dict[str, Any]) -> dict[str, Any]:
    return resolve(PLAY, PLAY.questions[question], situation, NOTHING).as_document()


def codes(resolution: dict[str, Any], part: str = "steps") -> list[str]:
    return [one["code"].rpartition("/")[2] for one in resolution[part]]


# Bases that overlap (p. 12, 27) ---------------------------------------------------------------------------------------

STOPS = {"back-along-template", "forward-along-template", "air-over-ground", "pivot-blocked"}


def stop_by_the_book(bearing: str, mover: str, base: str) -> tuple[str, list[str]]:
    """Return how a creature stops that would end on a base, and the bearings that it may have executed."""
    if bearing == "pivot":
        return "pivot-blocked", ["pivot"]
    if mover == "flying" and base == "ground":
        return "air-over-ground", ["turnabout", "straight"] if bearing == "turnabout" else [bearing]
    if bearing == "fall-back":
        return "forward-along-template", ["fall-back"]
    return "back-along-template", ["straight"] if bearing == "turnabout" else [bearing]


@pytest.mark.parametrize("base", ["ground", "air"])
@pytest.mark.parametrize("mover", ["flying", "ground"])
@pytest.mark.parametrize("bearing", ["straight", "bank", "turn", "turnabout", "fall-back", "pivot"])
def test_each_bearing_of_each_mover_onto_each_base_stops_as_the_page_says(bearing: str, mover: str, base: str) -> None:
    side = "left" if bearing in ("bank", "turn") else "none"
    revealed = {"bearing": bearing, "side": side, "speed": 0 if bearing == "pivot" else 2, "colour": "green"}
    creature = {"name": "It", "movement": mover, "actions": []}
    found = answered("maneuver", {"creature": creature, "revealed": revealed, "overlap": base})
    stop, bearings = stop_by_the_book(bearing, mover, base)
    assert found["outcome"] == "allowed"
    assert [code for code in codes(found) if code in STOPS] == [stop]
    result = found["result"]
    assert result["choices"].get("bearings", [result["executed"]["bearing"]]) == bearings
    assert {key: result["executed"][key] for key in ("speed", "colour")} == {
        key: revealed[key] for key in ("speed", "colour")
    }


# End Phases (p. 23-24, 31) --------------------------------------------------------------------------------------------

creature_states = st.fixed_dictionaries(
    {"level": st.integers(1, 3), "health": st.integers(1, 3), "damage": st.integers(0, 4)},
    optional={
        "defeated": st.booleans(),
        "fell_before": st.just(True),
        "soldiers": st.sampled_from([0, 1, 3]),
    },
)
sides = st.lists(st.lists(creature_states, min_size=1, max_size=3), min_size=2, max_size=4)


def there(creature: dict[str, Any]) -> bool:
    return not (creature.get("defeated") or creature.get("fell_before") or creature.get("soldiers") == 0)


def falls(creature: dict[str, Any]) -> bool:
    return creature["damage"] >= creature["health"] and creature["damage"] > 0 and creature.get("soldiers", 1) < 2


def passed_by_hand(left: list[list[int]], holder: int) -> int | None:
    """Hand the token round the table from the holder's left, as players would, until a side shares a level."""
    for step in range(1, len(left) + 1):
        seat = (holder + step) % len(left)
        others = {level for number, levels in enumerate(left) if number != seat for level in levels}
        if others & set(left[seat]):
            return seat
    return None


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 3)
@given(sides, st.integers(0, 3))
def test_an_end_phase_is_that_of_figures_taken_off_the_table(drawn: list[list[dict[str, Any]]], holder: int) -> None:
    drawn = [[one | ({"defeated": True} if one.get("fell_before") else {}) for one in side] for side in drawn]
    holder %= len(drawn)
    situation = {"sides": [{"creatures": side} for side in drawn], "initiative": holder}
    found = answered("end-phase", situation)
    left = [[one["level"] for one in side if there(one) and not falls(one)] for side in drawn]
    result = found["result"]
    removed = [
        f"/sides/{number}/creatures/{place}"
        for number, side in enumerate(drawn)
        for place, one in enumerate(side)
        if there(one) and falls(one)
    ]
    assert [one["at"] for one in result["removed"]] == removed
    assert result["initiative"] == passed_by_hand(left, holder)
    assert result["standing"] == [number for number, levels in enumerate(left) if levels]
    if len(result["standing"]) == 1:
        assert result["winner"] == result["standing"][0]
    elif result["standing"]:
        assert result["winner"] is None and "game-goes-on" in codes(found)


@pytest.mark.sampled
@settings(max_examples=EXAMPLES * 3)
@given(sides, st.integers(0, 3))
def test_if_the_last_fall_together_earlier_losses_do_not_change_the_winner(
    drawn: list[list[dict[str, Any]]], holder: int
) -> None:
    """A reported winner stays the winner, whatever part of the fallen creatures fell in this round."""
    fallen = [
        [{**one, "damage": one["health"], "soldiers": 1} if there(one) else {**one, "defeated": True} for one in side]
        for side in drawn
    ]
    situation = {"sides": [{"creatures": side} for side in fallen], "initiative": holder % len(drawn)}
    told = answered("end-phase", situation)
    unsaid = [one for side in fallen for one in side if one.get("defeated") and "fell_before" not in one]
    winners = set()
    for filled in itertools.product((True, False), repeat=min(len(unsaid), 6)):
        for one, before in zip(unsaid, filled, strict=False):
            one["fell_before"] = before
        winners.add(answered("end-phase", situation)["result"]["winner"])
    for one in unsaid:
        one.pop("fell_before", None)
    if told["outcome"] == "allowed":
        assert winners == {told["result"]["winner"]}


# Damage cards (p. 23, 32) ---------------------------------------------------------------------------------------------


def dealt_one_by_one(normal: int, critical: int, deck: int, discards: int) -> tuple[list[str], int, int]:
    """Deal card after card: the events in order, and the numbers of cards face down and face up."""
    happens, face_down, face_up = [], 0, 0
    for kind in ["down"] * normal + ["up"] * critical:
        if not deck and discards:
            happens.append("shuffle")
            deck, discards = discards, 0
        if deck:
            deck -= 1
            happens.append("deal")
            face_down, face_up = face_down + (kind == "down"), face_up + (kind == "up")
        else:
            happens.append("none")
            face_down += 1
    return [one for one, _ in itertools.groupby(happens)], face_down, face_up


@settings(max_examples=EXAMPLES * 5)
@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 6), st.integers(0, 6))
def test_damage_is_dealt_as_cards_are_one_by_one(normal: int, critical: int, deck: int, discards: int) -> None:
    situation = {"normal": normal, "critical": critical, "deck": deck, "discards": discards}
    found = answered("damage", {"creature": {"name": "It", "health": 99}} | situation)
    happens, face_down, face_up = dealt_one_by_one(normal, critical, deck, discards)
    words = {"deal-damage": "deal", "reshuffle": "shuffle", "deck-empty": "none"}
    assert [words[code] for code in codes(found)] == happens
    assert found["result"]["damage"] == {"normal": face_down, "critical": face_up}
    assert found["result"]["damage_cards"] == normal + critical
