"""Damage in D&D Miniatures 2008, compared with a list of functions applied in the order of rule 806."""

import random
from typing import Any

import pytest

from tests.engine.test_situations import answered


def halved(damage: int) -> int:
    """Return half, rounded down to a multiple of 5 (110.1.b)."""
    return max(number for number in range(0, damage + 1, 5) if number * 2 <= damage)


def calculated(situation: dict[str, Any]) -> int:
    """Return the damage of an attack; 0 as soon as it is 0 or less (806.2)."""
    source, target = situation["source"], situation["target"]
    changes = [change["number"] for change in situation["changes"]]
    steps = [lambda damage, n=n: damage + n for n in changes if n > 0]
    steps += [lambda damage, n=n: damage + n for n in changes if n < 0]
    steps += [lambda damage: 0] if "immune" in target["state"] else []
    steps += [lambda damage: damage - target["resist"], lambda damage: damage - target["resist_all"]]
    steps += [halved] * (("enervated" in source["state"]) + ("insubstantial" in target["state"]))
    steps += [lambda damage: damage + target["vulnerable"]]
    damage: int = situation["amount"] * (2 if situation["cause"] == "critical" else 1)
    for step in steps:
        damage = step(damage) if damage > 0 else 0
    return max(damage, 0)


def drawn(draw: random.Random) -> dict[str, Any]:
    """Return an attack that has hit, drawn by chance."""
    hit_points = draw.randrange(10, 101, 5)
    target = {
        "hp": hit_points,
        "current": draw.randrange(5, hit_points + 1, 5),
        "temporary": draw.choice((0, 0, 5, 10)),
        "state": draw.choice(([], [], ["insubstantial"], ["immune"])),
    } | {power: draw.choice((0, 0, 5, 10)) for power in ("resist", "resist_all", "vulnerable")}
    changes = [{"because": name, "number": draw.choice((-10, -5, 5, 10))} for name in "AB"[: draw.randint(0, 2)]]
    source = {"state": draw.choice(([], [], ["enervated"]))}
    cause = draw.choice(("hit", "critical"))
    return {"source": source, "target": target, "cause": cause, "amount": draw.randrange(5, 41, 5), "changes": changes}


@pytest.mark.sampled
def test_damage_is_that_of_the_steps_of_the_rule_one_after_another() -> None:
    draw = random.Random(806)
    for _ in range(300):
        situation = drawn(draw)
        target, damage = situation["target"], calculated(situation)
        temporary = max(target["temporary"] - damage, 0)
        left = target["current"] - (damage - (target["temporary"] - temporary))
        wanted = {
            "damage": damage,
            "hit_points": left,
            "temporary": temporary,
            "bloodied": left <= halved(target["hp"]),
            "destroyed": left <= 0,
        }
        found = answered("dnd-miniatures-2008", "damage", situation)
        assert (found["outcome"], found["result"]) == ("allowed", wanted), situation
