"""Deployment in Dungeon Command, compared with creatures that are put on the battlefield one by one."""

from itertools import combinations_with_replacement, product

import pytest

from tests.engine.test_situations import answered


def fits(leadership: int, present: tuple[int, ...], levels: tuple[int, ...]) -> bool:
    """Return whether creatures fit by the words of page 14: each uses up its level of what Leadership leaves."""
    left = leadership
    for level in (*present, *levels):
        left -= level
    return left >= 0


@pytest.mark.sampled
def test_creatures_fit_whose_levels_leadership_leaves_room_for() -> None:
    warbands = [levels for count in (0, 1, 2, 3) for levels in combinations_with_replacement((1, 3, 6), count)]
    for shown, increased, present, new in product((6, 7, 12), (True, False, None), warbands, warbands):
        situation = {
            "when": "deploy-phase",
            "leadership": shown,
            "deployed": [{"level": level} for level in present],
            "creatures": [{"level": level} for level in new],
        } | ({} if increased is None else {"increased": increased})
        possible = {fits(shown + 1 - moved, present, new) or not new for moved in (True, False)}
        if increased is not None:
            possible = {fits(shown if increased else shown + 1, present, new) or not new}
        wanted = possible.pop() if len(possible) == 1 else None
        found = answered("dungeon-command", "deploy", situation)
        assert found["result"]["deployable"] is wanted, situation
        assert found["outcome"] == {True: "allowed", False: "forbidden", None: "undetermined"}[wanted], situation


def test_the_first_deployment_needs_a_creature_and_no_creature_on_the_battlefield() -> None:
    start = {"commander": {"name": "Anyone", "leadership": 7}, "when": "start", "deployed": [{"level": 9}]}
    for levels, wanted in (((), False), ((7,), True), ((4, 4), False), ((1,) * 7, True)):
        found = answered("dungeon-command", "deploy", start | {"creatures": [{"level": level} for level in levels]})
        assert found["result"]["deployable"] is wanted
        assert found["unused"][0]["at"] == "/deployed"
        assert found["result"]["draws"] == (len(levels) if wanted else None)
