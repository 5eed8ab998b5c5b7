"""The client of the solver, which runs in a separate process."""

from __future__ import annotations

import json
import os
import select
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from pathlib import Path
from subprocess import Popen
from types import TracebackType
from typing import Any

from catalog.background import child_processes
from catalog.background.child_processes import Bounds
from rulesapi.solver.integer_program import IntegerProgram

SCRIPT = Path(__file__).with_name("highs_process.py")
MAX_MEMORY_BYTES = 3 * 2**30
"""The address space limit of a solver in bytes; most of it is never touched."""
CPU_SECONDS = 120
"""The CPU time limit of a solver in seconds, twice the longest time of a request."""
GRACE_SECONDS = 0.25
"""The seconds a solver may exceed its own limit before it is abandoned; it checks the clock only now and then."""

Values = dict[int, int]
"""The nonzero column values of a solution, by column number."""


class SolverFailed(Exception):
    """The solver ended without an answer."""


class ModelNotSent(SolverFailed):
    """The time was over before the solver had accepted the model."""


@dataclass(slots=True)
class SolverResult:
    """The known results for a model: values found, and a bound of the objective, None if there is none."""

    values: Values | None = None
    bound: int | None = None
    proven: bool = False
    infeasible: bool = False


class SolverClient:
    """A solver for the models of one request. Used as a context manager, which ends its process.

    The process is started by the first model, or before by `start`, while that model is built. `nice` lowers its
    priority. Comparisons of solvers pass the `script` of another one.
    """

    def __init__(self, *, nice: int = 0, script: Path | None = None) -> None:
        self._buffer = b""
        self._busy = False
        self._command = (script or SCRIPT, str(nice))
        self._started: Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, unless it runs already."""
        if self._started is None:
            bounds = Bounds("solver", seconds=CPU_SECONDS, memory=MAX_MEMORY_BYTES)
            self._started = child_processes.start(*self._command, bounds=bounds, stderr=None)
            assert self._started.stdin is not None
            os.set_blocking(self._started.stdin.fileno(), False)

    @property
    def _process(self) -> Popen[bytes]:
        self.start()
        assert self._started is not None
        return self._started

    def __enter__(self) -> SolverClient:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._started is None:
            return
        self._started.kill()
        self._started.wait()
        for stream in (self._started.stdin, self._started.stdout):
            assert stream is not None
            stream.close()

    @property
    def pid(self) -> int:
        """The process ID, for measurements."""
        return self._process.pid

    def solve(self, model: IntegerProgram, until: float, on_progress: Callable[[SolverResult], bool]) -> SolverResult:
        """Search for the best solution of a model until the given time of the monotonic clock.

        Each intermediate result is passed to `on_progress`, which returns whether to continue. Raises SolverFailed.
        """
        solved = SolverResult()
        while self._busy and (message := self._next(until)) is not None:
            self._busy = "done" not in message  # of the previous request, which was abandoned
        self._ask(model, until)
        while (message := self._next(until + GRACE_SECONDS)) is not None:
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
        """Send a model. Raises SolverFailed if the process is gone or does not accept the model in time."""
        rows = [
            (None if least == float("-inf") else least, None if most == float("inf") else most, columns)
            for least, most, columns in model.rows
        ]
        message = {"low": model.low, "high": model.high, "worth": model.worth, "constraints": rows}
        message["seconds"] = max(0.01, until - time.monotonic())
        left = memoryview(json.dumps(message).encode() + b"\n")
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        while left:
            if not select.select([], [pipe], [], max(0.0, until + GRACE_SECONDS - time.monotonic()))[1]:
                raise ModelNotSent("The solver did not take the model in time.")
            try:
                left = left[os.write(pipe, left) :]
            except BrokenPipeError as error:
                raise SolverFailed("The solver is gone.") from error

    def _next(self, until: float) -> dict[str, Any] | None:
        """Return the next message of the solver; None if there is none until the given time."""
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
