"""Completions over the whole catalog: the time from the request to the judged result."""

import resource
import time

from benchmarks import sample
from benchmarks.report import NOTHING, Target, line, percentile
from rulesapi.engine.core.library import Library
from rulesapi.solver.optimizer import complete
from rulesapi.solver.request import CompletionRequest

SECONDS = 60
LARGE = (2_387, 10_000)
"""Numbers of cards in larger catalogs: all printed cards of a game, and four times that many."""
SECONDS_OF_LARGE = 30
OBJECTIVES = (
    {"points": 1},
    {"attack": 1},
    {"health": 1},
    {"attack": 3, "health": 2, "points": 1},
    {"attack": 5, "points": 1},
    {"health": 5, "points": -1},
)
STARTS = 2
TARGET = Target(0.8, 2, at_most=True)
"""The target for the median, in seconds."""


def measure() -> None:
    """Print the time of requests, how many are proven, and the solver's memory; then for larger catalogs."""
    library = sample.library()
    _print(library, questions(library), SECONDS, TARGET)
    line("peak memory of a solver", f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")
    for number in LARGE:
        larger = sample.enlarged(number)
        print(f"  of {number:,} cards, {SECONDS_OF_LARGE} s at most")
        _print(larger, questions(larger)[:: len(OBJECTIVES)], SECONDS_OF_LARGE, NOTHING)


def _print(library: Library, requests: list[CompletionRequest], seconds: float, target: Target) -> None:
    """Solve the requests, and print the results."""
    walls, cores, found = [], [], []
    for question in requests:
        start, before = time.perf_counter(), _core_time()
        found.append(complete(library, question, seconds))
        walls.append(time.perf_counter() - start)
        cores.append(_core_time() - before)
    proven = sum(one.status != "best-found" for one in found)
    outcome = f"{proven} proven: {', '.join(sorted({one.status for one in found}))}"
    left_out = max(one.left_out for one in found)
    line("questions", f"{len(requests)}", outcome, f"up to {left_out:,} cards left out" if left_out else "")
    middle = percentile(walls, 0.5)
    line("p50 / p99", f"{middle:.2f} / {percentile(walls, 0.99):.2f} s", target.by(middle, "p50"))
    line("core time, solver's and ours, p50 / p99", f"{percentile(cores, 0.5):.2f} / {percentile(cores, 0.99):.2f} s")


def questions(library: Library) -> list[CompletionRequest]:
    """Return the requests to measure."""
    return [
        CompletionRequest.read(library, {**legion, "points": points, "picks": legion["picks"][:picks]}, objective, None)
        for number, legion in enumerate(sample.legions(STARTS))
        for points, picks in ((120, 0), (120, 1), (200, 1 + number))
        for objective in OBJECTIVES
    ]


def _core_time() -> float:
    """Return the CPU time in seconds of this process and of the solver processes that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime
