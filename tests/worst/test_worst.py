"""A sample of `python -m tests.worst`, on the engine alone: six lists of each game at the limits, changed a little.

Counted are lines of Python, so that a slow machine fails nothing; a second of a core is about twelve million of them.
"""

from random import Random

import pytest

from rulesapi.engine.core.evaluation import judge
from tests.engine.line_counter import count_lines
from tests.engine.published_libraries import GAMES, library
from tests.worst.legion_generator import generate, mutate

pytestmark = pytest.mark.sampled

LISTS = 6
MAX_LINES = 5_000_000


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
