"""A small sample of the comparison with the second engine in `make test`, for mutation testing."""

from tests.second_engine.agreement import generated
from tests.second_engine.campaigns.agreement import agree_on_what_is_sure, agree_on_what_is_told
from tests.second_engine.games import GAMES


def test_two_engines_judge_some_legions_of_made_up_cards_alike() -> None:
    assert [sample.number for game in GAMES.values() for sample in generated(game, 0, 60) if sample.differences] == []


def test_two_judges_say_the_same_of_some_records_of_campaigns() -> None:
    for seed in range(60):
        agree_on_what_is_told(seed)
    assert sum(agree_on_what_is_sure(seed) for seed in range(10)) > 5
