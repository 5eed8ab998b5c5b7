"""Asking the solver, which is a process of its own: see `solver`."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from pathlib import Path
from types import TracebackType
from typing import Any

from catalog.background import child_processes
from catalog.background.child_processes import Bounds
from rulesapi.solver.integer_program import IntegerProgram

SCRIPT = Path(__file__).with_name("highs_process.py")
MEMORY = 3 * 2**30
"""Bytes of address space that a solver may take, most of which it never touches."""
CPU_SECONDS = 120
"""Seconds of a core that it may take, twice as long as any question is given."""
GRACE = 0.25
"""Seconds that a solver may take beyond its own limit before it is ended: it looks at the clock now and then only."""

Values = dict[int, int]
"""What the columns are that are not nothing, by their number."""


class SolverFailed(Exception):
    """The solver ended without an answer."""


class ModelNotSent(SolverFailed):
    """The time was over before the solver had taken the model."""


@dataclass(slots=True)
class SolverResult:
    """What is known of a model: values found, and a bound of the objective (`None` while there is none)."""

    values: Values | None = None
    bound: int | None = None
    proven: bool = False
    infeasible: bool = False


class SolverClient:
    """A solver for the models of one question. Used as a context: its process ends with it.

    With `nice` it stands back behind what else the machine does. Who compares solvers gives the `script` of another.
    """

    def __init__(self, *, nice: int = 0, script: Path | None = None) -> None:
        self._buffer = b""
        self._busy = False
        bounds = Bounds("solver", seconds=CPU_SECONDS, memory=MEMORY)
        self._process = child_processes.start(script or SCRIPT, str(nice), bounds=bounds, stderr=None)
        assert self._process.stdin is not None
        os.set_blocking(self._process.stdin.fileno(), False)

    def __enter__(self) -> SolverClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()

    @property
    def pid(self) -> int:
        """The process, for who measures it."""
        return self._process.pid

    def solve(self, model: IntegerProgram, until: float, on_progress: Callable[[SolverResult], bool]) -> SolverResult:
        """Look for the best of a model until that moment of the monotonic clock.

        Each result is given to `on_progress`, which returns whether to go on. Raises SolverFailed.
        """
        solved = SolverResult()
        while self._busy and (message := self._next(until)) is not None:
            self._busy = "done" not in message  # of the request before, which was abandoned
        self._ask(model, until)
        while (message := self._next(until + GRACE)) is not None:
            if "values" in message:
                solved.values = {int(column): value for column, value in message["values"].items()}
            if (bound := message.get("bound")) is not None:
                solved.bound = floor(bound + 1e-6)
            solved.proven, solved.infeasible = message.get("proven", False), message.get("infeasible", False)
            if "done" in message:
                break
            if not on_progress(solved):
                self._busy = True
                break
        return solved

    def _ask(self, model: IntegerProgram, until: float) -> None:
        """Send a model. Raises SolverFailed where the solver is gone, or does not take it in time."""
        rows = [
            (None if least == float("-inf") else least, None if most == float("inf") else most, columns)
            for least, most, columns in model.rows
        ]
        question = {"low": model.low, "high": model.high, "worth": model.worth, "rows": rows}
        question["seconds"] = max(0.01, until - time.monotonic())
        left = memoryview(json.dumps(question).encode() + b"\n")
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        while left:
            if not select.select([], [pipe], [], max(0.0, until + GRACE - time.monotonic()))[1]:
                raise ModelNotSent("The solver did not take the model in time.")
            try:
                left = left[os.write(pipe, left) :]
            except BrokenPipeError as error:
                raise SolverFailed("The solver is gone.") from error

    def _next(self, until: float) -> dict[str, Any] | None:
        """What the solver says next; `None` when it says nothing until then."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            if not select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            read = os.read(pipe, 1 << 16)
            if not read:
                raise SolverFailed("The solver ended without an answer.")
            self._buffer += read
        line, _, self._buffer = self._buffer.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message
