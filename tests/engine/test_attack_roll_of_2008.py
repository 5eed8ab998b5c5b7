"""The attack roll of D&D Miniatures 2008, compared with the words of the rules, number by number."""

import random
from fractions import Fraction
from typing import Any

import pytest

from tests.engine.test_situations import answered

WORDS = ("blinded", "dazed", "helpless", "stunned")


def modified(situation: dict[str, Any]) -> int:
    """Return the modified attack roll (604.4)."""
    attacker, target = situation["attacker"], situation["target"]
    grants = situation["flanked"] or bool(target["conditions"]) or "exposed" in target["state"]
    total = situation["rolled"] + attacker["bonus"]
    total += 2 if grants else 0
    total += 1 if situation["charge"] else 0
    total += 4 if "helpless" in target["conditions"] else 0
    if situation["cover"] and attacker["against"] not in ("will", "fortitude"):
        total -= 2
    return total


def judged(situation: dict[str, Any]) -> str:
    """Return the result by the rules from 604.4.a on, each in its turn."""
    attacker, target, natural = situation["attacker"], situation["target"], situation["rolled"]
    melee = attacker["manner"] == "melee"
    if melee and ("helpless" in target["conditions"] or (natural == 19 and "blood-rock" in attacker["state"])):
        natural = 20
    if natural == 20:
        return "critical"
    reached = modified(situation) >= (target["ac"] if attacker["against"] == "ac" else target["defense"])
    if natural == 1 or not reached:
        return "miss"
    concealed = attacker["manner"] in ("melee", "ranged") and situation["conceal_roll"] < target["conceal"]
    return "miss" if concealed else "hit"


def drawn(draw: random.Random) -> dict[str, Any]:
    """Return a situation drawn by chance."""
    manner = draw.choice(("melee", "ranged", "close", "area"))
    attacker = {
        "bonus": draw.randint(0, 15),
        "against": draw.choice(("ac", "reflex", "will")),
        "manner": manner,
        "basic": manner == "melee",
        "state": draw.choice(([], ["blood-rock"])),
    }
    target = {
        "ac": draw.randint(10, 25),
        "defense": draw.randint(10, 25),
        "conditions": draw.sample(WORDS, draw.choice((0, 0, 1, 2))),
        "state": draw.choice(([], [], ["exposed"])),
        "conceal": draw.choice((0, 0, 6, 11)),
    }
    ticks = {name: draw.random() < 0.3 for name in ("flanked", "cover")}
    ticks["charge"] = manner == "melee" and draw.random() < 0.3
    rolls = {"rolled": draw.randint(1, 20), "conceal_roll": draw.randint(1, 20)}
    return {"attacker": attacker, "target": target, **ticks, **rolls}


@pytest.mark.sampled
def test_the_result_is_that_of_the_rules_read_one_after_another() -> None:
    draw = random.Random(604)
    for _ in range(300):
        situation = drawn(draw)
        found = answered("dnd-miniatures-2008", "attack-roll", situation)
        assert (found["outcome"], found["result"]["hit"]) == ("allowed", judged(situation)), situation


@pytest.mark.sampled
def test_odds_are_the_shares_of_all_rolls() -> None:
    draw = random.Random(20)
    for _ in range(8):
        situation = drawn(draw)
        rolls = [
            judged({**situation, "rolled": rolled, "conceal_roll": second})
            for rolled in range(1, 21)
            for second in range(1, 21)
        ]
        unrolled = {name: value for name, value in situation.items() if name not in ("rolled", "conceal_roll")}
        found = answered("dnd-miniatures-2008", "attack-roll", unrolled)
        if found["result"]["hit"] == "critical":
            assert found["odds"] is None and {*rolls} == {"critical"}
        else:
            chances = {row["outcome"]: Fraction(row["exact"]) for row in found["odds"]["results"]}
            assert chances == {result: Fraction(rolls.count(result), 400) for result in chances}
            assert Fraction(found["odds"]["success"]["exact"]) == 1 - Fraction(rolls.count("miss"), 400)
