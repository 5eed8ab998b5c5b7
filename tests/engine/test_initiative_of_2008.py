"""Initiative in D&D Miniatures 2008: every pair of rolls, and the order of turns dealt one by one."""

from fractions import Fraction
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


@pytest.mark.sampled
def test_the_odds_are_those_of_all_dice_counted_one_by_one() -> None:
    dice = range(1, 21)
    for ratings, when, tie in (((2, 1), "set-up", None), ((0, 3), "round", "as-in-set-up"), ((0, 3), "round", None)):
        counts = {"one": 0, "other": 0, "tie": 0}
        for one, other, second in product(dice, repeat=3):
            mine, yours = (max(one, second), other) if ratings[0] > ratings[1] else (one, max(other, second))
            rated = "one" if ratings[0] > ratings[1] else "other"
            equal = "tie" if when == "round" and tie is None else rated
            counts["one" if mine > yours else "other" if yours > mine else equal] += 1
        situation = {"when": when, "one": {"champion_rating": ratings[0]}, "other": {"champion_rating": ratings[1]}}
        odds = answered("dnd-miniatures-2008", "initiative", situation | ({"tie": tie} if tie else {}))["odds"]
        wanted = {outcome: Fraction(count, 8000) for outcome, count in counts.items() if count}
        assert {row["outcome"]: Fraction(row["exact"]) for row in odds["winner"]} == wanted


@pytest.mark.sampled
def test_rolls_that_are_repeated_after_ties_win_as_often_as_the_sum_of_all_repetitions() -> None:
    dice = range(1, 21)
    wins = sum(max(one, second) > other for one, other, second in product(dice, repeat=3))
    ties = sum(max(one, second) == other for one, other, second in product(dice, repeat=3))
    limit = sum(wins / 8000 * (ties / 8000) ** times for times in range(40))
    rated = {"when": "round", "one": {"champion_rating": 1}, "other": {"champion_rating": 0}, "tie": "roll-again"}
    odds = answered("dnd-miniatures-2008", "initiative", rated)["odds"]["winner"]
    assert odds[0]["value"] == pytest.approx(limit, abs=1e-6)
    assert sum(Fraction(row["exact"]) for row in odds) == 1
    even = {"when": "set-up", "one": {"champion_rating": 0, "roll": 17}, "other": {"champion_rating": 0}}
    odds = answered("dnd-miniatures-2008", "initiative", even)["odds"]["winner"]
    assert Fraction(odds[0]["exact"]) == Fraction(16, 20) + Fraction(1, 20) * Fraction(1, 2)
