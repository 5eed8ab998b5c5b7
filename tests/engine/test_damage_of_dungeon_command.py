"""Damage and cowering in Dungeon Command, compared with tokens that are put down one by one."""

from itertools import product
from typing import Any

import pytest

from tests.engine.test_situations import answered


def played(hit_points: int, level: int, tokens: int, new: int, cowers: bool, morale: int) -> dict[str, Any] | None:
    """Return the state after damage by the words of page 14, in tokens; None if it is forbidden."""
    destroyed = False
    if cowers:
        for _token in range(new):
            if morale == 0:
                return None
            morale -= 1
    else:
        for _token in range(new):
            tokens += 1
        destroyed = tokens * 10 >= hit_points
        morale -= level if destroyed else 0
    return {"destroyed": destroyed, "damage": None if cowers else tokens * 10, "morale": morale, "ends": morale <= 0}


@pytest.mark.sampled
def test_damage_is_that_of_tokens_put_down_one_by_one() -> None:
    for hit_points, level, tokens, new, cowers, morale in product(
        (10, 40, 100), (1, 4), (0, 1, 3), (0, 1, 4, 12), (False, True), (1, 4, 15)
    ):
        if tokens * 10 >= hit_points:
            continue
        creature = {"hit_points": hit_points, "level": level, "taken": tokens * 10}
        situation = {"creature": creature, "damage": new * 10, "cowers": cowers, "morale": morale}
        found = answered("dungeon-command", "take-damage", situation)
        wanted = played(hit_points, level, tokens, new, cowers, morale)
        assert found["outcome"] == ("forbidden" if wanted is None else "allowed"), situation
        if wanted is not None:
            assert {name: found["result"][name] for name in wanted} == wanted, situation
            assert found["result"]["morale_lost"] == morale - wanted["morale"], situation
