"""The best legion around picks, over the whole catalog: how long it takes from the question to the judged answer."""

import resource
import time

from benchmarks import sample
from benchmarks.report import Held, line, percentile
from rulesapi.completing.question import Question
from rulesapi.completing.search import complete
from rulesapi.engine.library import Library

SECONDS = 60
OBJECTIVES = (
    {"points": 1},
    {"attack": 1},
    {"health": 1},
    {"attack": 3, "health": 2, "points": 1},
    {"attack": 5, "points": 1},
    {"health": 5, "points": -1},
)
STARTS = 2
HELD = Held(0.8, 2, at_most=True)
"""Seconds of half the questions."""


def measure() -> None:
    """Print how long questions take, how many are proven, and what the solver needs."""
    library = sample.library()
    asked = questions(library)
    walls, cores, statuses = [], [], []
    for question in asked:
        start, before = time.perf_counter(), _core_time()
        statuses.append(complete(library, question, SECONDS).status)
        walls.append(time.perf_counter() - start)
        cores.append(_core_time() - before)
    proven = sum(status != "best-found" for status in statuses)
    line("questions", f"{len(asked)}", f"{proven} proven: {', '.join(sorted(set(statuses)))}")
    middle = percentile(walls, 0.5)
    line("p50 / p99", f"{middle:.2f} / {percentile(walls, 0.99):.2f} s", HELD.by(middle, "p50"))
    line("core time, solver's and ours, p50 / p99", f"{percentile(cores, 0.5):.2f} / {percentile(cores, 0.99):.2f} s")
    line("peak memory of a solver", f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


def questions(library: Library) -> list[Question]:
    """Return the questions that are measured."""
    return [
        Question.read(library, {**legion, "points": points, "picks": legion["picks"][:kept]}, objective, None)
        for number, legion in enumerate(sample.legions(STARTS))
        for points, kept in ((120, 0), (120, 1), (200, 1 + number))
        for objective in OBJECTIVES
    ]


def _core_time() -> float:
    """The seconds that this process, and the solvers it has ended, have been on a core."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime
