"""A sample of `python -m tests.worst`, on the engine alone: six lists of each game at the limits, mutated.

The unit is executed lines of Python, so that a slow machine fails nothing; a CPU second is about twelve million lines.
"""

from math import log
from random import Random

import pytest

from benchmarks.engine_rate import count_lines
from rulesapi.engine.campaigns.verdict import judge_record
from rulesapi.engine.core.evaluation import judge
from tests.engine.published_libraries import GAMES, library
from tests.worst.campaign_records import SHAPES, Shape, adventure, within_limits
from tests.worst.legion_generator import generate, mutate

pytestmark = pytest.mark.sampled

LISTS = 6
MAX_LINES = 5_000_000
EXPONENT = 1.2


@pytest.mark.parametrize("game", GAMES)
def test_no_list_at_the_limits_takes_long_to_judge(game: str) -> None:
    chance = Random(f"worst {game}")
    legion, most = generate(chance, game, 480), 0
    for _ in range(LISTS):
        other = mutate(chance, legion, 480)
        took = count_lines(lambda: judge(library(game), other).as_document())  # noqa: B023 - it is called at once
        if took > most:
            legion, most = other, took
        assert took < MAX_LINES


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__.strip("_"))
def test_no_record_at_the_limits_takes_long_to_judge_or_grows_faster_than_it_is(shape: Shape) -> None:
    cards = [f"card-{number}" for number in range(30)]
    own, terms = adventure("attack-wing", cards), library("attack-wing").ruleset.campaign
    joined = [{"type": "joined", "id": f"j{number}", "player": f"p{number}"} for number in range(20)]

    numbers: list[int] = []

    def lines(games: int) -> int:
        chance = Random(1)
        played = [
            {"type": "played", "id": f"g{number}", "adventure": own["slug"], **shape(chance, cards)}
            for number in range(games)
        ]
        record = within_limits({"game": "attack-wing", "adventures": [own], "entries": [*joined, *played]})
        numbers.append(len(record["entries"]))
        return count_lines(lambda: judge_record(record, {}, terms, release=1))

    most, part = lines(980), lines(100)
    assert most < 1.5 * MAX_LINES
    assert log(most / part) / log(numbers[0] / numbers[1]) < EXPONENT
