"""Morale and treasure in Dungeon Command, compared with counters and tokens, one by one."""

from itertools import product
from typing import Any

from tests.engine.test_situations import answered


def test_morale_is_what_is_left_of_counters_on_a_track() -> None:
    for start, first, tokens, cowered, levels in product(
        (5, 13), (False, True), (0, 2), (0, 30), ((), (1,), (4, 6), (2, 2, 2))
    ):
        track = ["counter"] * start + ["treasure"] * tokens
        spent = (3 if first else 0) + len(range(0, cowered, 10)) + sum(levels)
        situation = {
            "commander": {"name": "Anyone", "morale": start},
            "first_game": first,
            "treasure": tokens,
            "cowered": cowered,
            "destroyed": [{"level": level} for level in levels],
        }
        answer = answered("dungeon-command", "morale", situation)
        paid_by_cowering = 10 * (len(track) - (3 if first else 0))
        assert answer["outcome"] == ("forbidden" if cowered > paid_by_cowering else "allowed")
        if answer["outcome"] == "forbidden":
            continue
        found = answer["result"]
        assert found["morale"] == len(track) - spent
        assert found["ends"] == (spent >= len(track))


def test_the_tokens_of_a_chest_are_collected_one_in_each_activation() -> None:
    for chest in (1, 2, 3):
        said: dict[str, Any] = {"chest": chest}
        morale = collected = 0
        while True:
            found = answered("dungeon-command", "treasure", {"creature": {}, "morale": 10 + morale, **said})
            if found["outcome"] == "forbidden":
                break
            collected += 1
            morale = found["result"]["morale"] - 10
            said = {"tokens": found["result"]["tokens"]}
        assert (collected, morale) == (chest, chest)
