"""Initiative in D&D Miniatures 2008: every pair of rolls, and the order of turns dealt one by one."""

from itertools import product
from typing import Any

import pytest

from rulesapi.engine.games.dnd_miniatures_2008.play.initiative import turns_of_round
from tests.engine.test_situations import answered


def won(rolls: tuple[int, int, int], ratings: tuple[int, int]) -> str | None:
    """Return who wins at set-up by sorting the rolls, then the ratings; None if both roll again."""
    mine, other, second = rolls
    rolled = {"/one": [mine], "/other": [other]}
    if ratings[0] != ratings[1]:
        rolled["/one" if ratings[0] > ratings[1] else "/other"].append(second)
    ranked = sorted((max(rolled[place]), rating, place) for place, rating in zip(rolled, ratings, strict=True))
    return None if ranked[0][:2] == ranked[1][:2] else ranked[1][2]


@pytest.mark.sampled
def test_the_winner_is_the_last_of_rolls_and_ratings_in_order() -> None:
    for rolls, ratings in product(product((1, 10, 11, 20), repeat=3), ((0, 0), (2, 2), (0, 3), (4, 1))):
        sides: list[dict[str, Any]] = [{"champion_rating": rating} for rating in ratings]
        sides[0]["roll"], sides[1]["roll"] = rolls[:2]
        if ratings[0] != ratings[1]:
            sides[ratings[1] > ratings[0]]["second"] = rolls[2]
        found = answered("dnd-miniatures-2008", "initiative", {"when": "set-up", "one": sides[0], "other": sides[1]})
        assert found["result"]["winner"] == won(rolls, ratings), (rolls, ratings)
        assert found["result"]["again"] is (won(rolls, ratings) is None)


def test_turns_follow_the_pattern_of_one_and_two_without_the_skipped_ones() -> None:
    pattern = [0] + [1, 1, 0, 0] * 20
    for first, second in product(range(8), repeat=2):
        left, wanted = [first, second], []
        for player in pattern:
            if left[player]:
                left[player] -= 1
                wanted.append(player)
        assert turns_of_round(first, second) == wanted
