"""HiGHS and OR-Tools' CP-SAT on the same integer programs: each on one core, in a separate process.

The programs come from the requests in the measurement `completions`, including those after rejected solutions. Both
solvers are used like the site does, so the time includes sending and building a program.
"""

import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from benchmarks import completions, sample
from benchmarks.report import line, percentile
from rulesapi.solver.client import SolverClient, SolverResult
from rulesapi.solver.integer_program import IntegerProgram
from rulesapi.solver.optimizer import complete_with

CP_SAT = Path(__file__).with_name("cp_sat.py")
SECONDS = 20
MISSING = "OR-tools is not installed. `.venv/bin/pip install ortools` adds it; Muster itself does not need it."
PEAK = "import resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"


class SolverRun(NamedTuple):
    """The answer of a solver to a program, and the time in seconds."""

    value: int | None
    proven: bool
    seconds: float


def measure() -> str | None:
    """Print the time of each solver for the programs, and how many it proves."""
    if importlib.util.find_spec("ortools") is None:
        return MISSING
    models = _programs()
    sizes = sorted(len(model.low) for model in models)
    line("programs", f"{len(models)}", f"{sizes[0]} to {sizes[-1]} columns, median {sizes[len(sizes) // 2]}")
    by_highs, by_cp_sat = [], []
    with SolverClient() as highs, SolverClient(script=CP_SAT) as cp_sat:
        for solver in (highs, cp_sat):  # the first program waits for the solver to start
            _timed(solver, models[0])
        for model in models:  # in alternation, so that other load affects both solvers
            by_highs.append(_timed(highs, model))
            by_cp_sat.append(_timed(cp_sat, model))
    for name, answers, loaded in (
        ("HiGHS", by_highs, "import highspy"),
        ("CP-SAT", by_cp_sat, "from ortools.sat.python import cp_model"),
    ):
        seconds = [answer.seconds for answer in answers]
        proven = sum(answer.proven for answer in answers)
        figures = f"{percentile(seconds, 0.5):.3f} / {percentile(seconds, 0.99):.3f} s"
        line(f"{name}, p50 / p99", figures, f"{sum(seconds):.1f} s in all; {proven} of {len(models)} proven")
        start, memory = _loaded(loaded)
        line(f"{name}, loaded by a process of its own", f"{memory} MB", f"{start:.2f} s until it stands")
    pairs = [(a.value, b.value) for a, b in zip(by_highs, by_cp_sat, strict=True) if a.proven and b.proven]
    line("programs on which both are sure and differ", f"{sum(one != other for one, other in pairs)}")
    return None


class _Recorder(SolverClient):
    """A client of the site's solver that records its programs."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[IntegerProgram] = []

    def solve(self, model: IntegerProgram, until: float, on_progress: Callable[[SolverResult], bool]) -> SolverResult:
        self.asked.append(model)
        return super().solve(model, until, on_progress)


def _programs() -> list[IntegerProgram]:
    library = sample.library()
    recorder = _Recorder()
    with recorder:
        for question in completions.questions(library):
            complete_with(recorder, library, question, SECONDS)
    return recorder.asked


def _timed(solver: SolverClient, model: IntegerProgram) -> SolverRun:
    start = time.monotonic()
    solved = solver.solve(model, start + SECONDS, lambda solved: True)
    seconds = time.monotonic() - start
    value = None
    if solved.values is not None:
        value = sum(worth * solved.values.get(column, 0) for column, worth in enumerate(model.worth))
    return SolverRun(value, solved.proven or solved.infeasible, seconds)


def _loaded(statement: str) -> tuple[float, int]:
    """Return the seconds for a process to start and execute the statement, and its memory in MB."""
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", f"{statement}; {PEAK}"], capture_output=True, text=True, check=True)
    return time.perf_counter() - start, int(done.stdout) // 1024
