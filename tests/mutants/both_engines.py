"""A small sample of what the second engine is asked in `make test`, for trying faults."""

from tests.second_engine.agreeing import made_up
from tests.second_engine.games import GAMES


def test_two_engines_judge_some_legions_of_made_up_cards_alike() -> None:
    assert [sample.number for game in GAMES.values() for sample in made_up(game, 0, 60) if sample.differences] == []
