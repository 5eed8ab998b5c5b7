"""Asking the solver, which is a process of its own: see `solver`."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from pathlib import Path
from types import TracebackType
from typing import Any

from .model import Model

SCRIPT = Path(__file__).with_name("solver.py")
GRACE = 0.25
"""Seconds that a solver may take beyond its own limit before it is ended: it looks at the clock now and then only."""

Values = dict[int, int]
"""What the columns are that are not nothing, by their number."""


class SolverFailed(Exception):
    """The solver ended without an answer."""


@dataclass(slots=True)
class Solved:
    """What is known of a model: values found, and a bound of the objective (`None` while there is none)."""

    values: Values | None = None
    bound: int | None = None
    proven: bool = False
    infeasible: bool = False


class Solver:
    """A solver for the models of one question. Used as a context: its process ends with it.

    With `nice` it stands back behind what else the machine does. Who compares solvers gives the `script` of another.
    """

    def __init__(self, *, nice: int = 0, script: Path | None = None) -> None:
        self._buffer = b""
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-I", str(script or SCRIPT), str(nice)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Neither the site's secrets nor threads that a single core has no use for.
            env={"OPENBLAS_NUM_THREADS": "1"},
        )

    def __enter__(self) -> Solver:
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

    def solve(self, model: Model, until: float, heard: Callable[[Solved], bool]) -> Solved:
        """Look for the best of a model until that moment of the monotonic clock.

        All that comes is told to `heard`, which says whether to go on. Raises SolverFailed.
        """
        solved = Solved()
        self._ask(model, max(0.01, until - time.monotonic()))
        while (message := self._next(until + GRACE)) is not None:
            if "values" in message:
                solved.values = {int(column): value for column, value in message["values"].items()}
            if (bound := message.get("bound")) is not None:
                solved.bound = floor(bound + 1e-6)
            solved.proven, solved.infeasible = message.get("proven", False), message.get("infeasible", False)
            if "done" in message:
                break
            if not heard(solved):
                break
        return solved

    def _ask(self, model: Model, seconds: float) -> None:
        rows = [
            (None if least == float("-inf") else least, None if most == float("inf") else most, columns)
            for least, most, columns in model.rows
        ]
        question = {"low": model.low, "high": model.high, "worth": model.worth, "rows": rows, "seconds": seconds}
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            self._process.stdin.flush()
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
        said: dict[str, Any] = json.loads(line)
        return said
