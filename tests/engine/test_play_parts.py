"""Parts of the questions of play: printed ranges, the games with questions, and the weight of a request."""

from typing import Any

import pytest

from rulesapi.engine.games.attack_wing.play.attack_profiles import read_range
from rulesapi.engine.resolutions.play_rulesets import find_play_ruleset


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        (None, (None, "")),
        (3, ((1, 3), "")),
        ("2-3", ((2, 3), "")),
        ("2 – 3", ((2, 3), "")),
        ("Range 2", ((1, 2), "")),
        ("cone 2", ((1, 2), "cone")),
        ("line 2-4", ((2, 4), "line")),
        ("burst 1", ((1, 1), "burst")),
        ("Burst  1 - 3", ((1, 3), "burst")),
        ("self", (None, "")),
        ("-3", (None, "")),
        ("3-", (None, "")),
        ("burst as printed", (None, "burst")),
        ("burst", (None, "burst")),
    ],
)
def test_a_printed_range_says_how_near_and_how_far_and_the_shape_of_its_area(printed: Any, read: Any) -> None:
    assert read_range(printed) == read


def test_a_game_without_questions_of_play_has_none() -> None:
    with pytest.raises(LookupError, match="nobodys-game"):
        find_play_ruleset("nobodys-game")


def test_an_area_attack_asks_as_much_as_it_catches_creatures_and_any_other_question_as_one() -> None:
    questions = find_play_ruleset("attack-wing").questions
    caught = {"targets": [{}, {}, {}]}
    assert questions["area-attack"].weight(caught) == 3
    assert questions["area-attack"].weight({"targets": []}) == 1
    assert [questions["area-attack"].weight(one) for one in ({}, {"targets": "abc"}, [1, 2], None)] == [1] * 4
    assert questions["attack"].weight(caught) == 1
