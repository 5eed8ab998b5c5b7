"""Attacks in Dungeon Command, compared with the sentences of pages 8, 12 and 13, each asked once more by itself."""

from itertools import product
from typing import Any

import pytest

from tests.engine.test_situations import answered

ATTACKER = {"melee_damage": 20, "has_ranged": True, "ranged_damage": 30, "ranged_distance": 5}


def shot_is_allowed(distance: int, view: str, near: bool, ally: bool) -> bool:
    """Return whether page 13 allows a ranged attack with a distance of 5."""
    objections = [distance > 5, near, view == "no-sight", distance == 1 and not ally]
    return not any(objections)


@pytest.mark.sampled
def test_an_attack_is_what_the_pages_say() -> None:
    for tapped, activated, distance, view, near, ally, dodges, of_target in product(
        (False, True), (False, True), (1, 5, 6), ("clear-shot", "cover", "no-sight"), *[(False, True)] * 4
    ):
        situation: dict[str, Any] = {
            "attacker": {**ATTACKER, "tapped": tapped},
            "target": {"hit_points": 40, "taken": 10, "level": 2, "tapped": of_target},
            "attack": "ranged",
            "distance": distance,
            "view": view,
            "enemy_near": near,
            "ally": ally,
            "dodges": dodges,
            "not_activated": not activated,
            "morale": 9,
        }
        allowed = not tapped and activated and shot_is_allowed(distance, view, near, ally)
        can_dodge = view == "cover" and not of_target
        found = answered("dungeon-command", "attack", situation)
        assert found["outcome"] == ("allowed" if allowed and (can_dodge or not dodges) else "forbidden"), situation
        if found["outcome"] == "allowed":
            result = found["result"]
            assert (result["dealt"], result["destroyed"]) == ((0, False) if dodges else (30, True)), situation
            assert result["taps"] == ["/attacker", "/target"][: 1 + dodges]
            assert result["morale_lost"] == (0 if dodges else 2)


def test_an_attack_costs_what_its_damage_costs() -> None:
    for taken, cowers, morale in product((0, 20, 30), (False, True), (1, 2, 9)):
        target = {"hit_points": 50, "level": 2, "taken": taken}
        paid = {"cowers": cowers, "morale": morale}
        attack = {"attacker": ATTACKER, "target": target, "attack": "melee", **paid}
        alone = answered("dungeon-command", "take-damage", {"creature": target, "damage": 20, **paid})
        found = answered("dungeon-command", "attack", attack)
        assert found["outcome"] == alone["outcome"]
        assert alone["result"].items() <= found["result"].items()
