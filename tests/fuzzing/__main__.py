"""Fuzz the API: python -m tests.fuzzing, or for the long run --to 100000 --keep FILE.

A round is one run by each actor, each with its own seed: the requests are equal each time, and a sample. For operations
with very many edge cases --turn N selects the operation to test. With --to, rounds continue with other seeds until that
many requests were sent; with --keep FILE an interrupted run resumes, unless the description has changed since.
"""

import argparse
import hashlib
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tests.fuzzing.database import ACTORS, build
from tests.fuzzing.run import DESCRIPTION, RunOutcome, run

FEW, MANY = 1, 60
"""The number of random requests to each operation: in one round, and in each round of a long run."""


@dataclass
class Tally:
    """The combined outcome of the first `done` runs."""

    of: str
    done: int = 0
    cases: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    failures: dict[str, str] = field(default_factory=dict)

    @classmethod
    def begun(cls, file: Path | None, of: str) -> "Tally":
        """Return the saved tally of an equal run, or a new one."""
        if file and file.exists():
            stored = json.loads(file.read_text("utf-8"))
            if stored["of"] == of:
                return cls(**stored | {"statuses": Counter(stored["statuses"])})
        return cls(of)

    def add(self, outcome: RunOutcome, file: Path | None) -> None:
        """Count one more run, and save the sum."""
        self.done += 1
        self.cases += outcome.cases
        self.statuses.update({str(status): count for status, count in outcome.statuses.items()})
        self.failures |= outcome.failures
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(vars(self)), "utf-8")

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} x {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.cases:,} requests, {len(self.failures)} failures; {counts}"


def runs(done: int, tally: Tally, to: int) -> Iterator[tuple[str, int]]:
    """Yield actor and seed of each run: one round, or until `to` requests were sent."""
    number = done
    while number < len(ACTORS) if to == 0 else tally.cases < to:
        yield ACTORS[number % len(ACTORS)], number + 1
        number += 1


def main() -> int:
    """Print the progress and every failure; return 1 if there is any."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("--to", type=int, default=0, help="how many questions; by default once around")
    parser.add_argument("--turn", type=int, default=0, help="the number of the sample, where it is once around")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--keep", type=Path, help="a file that says how far it is, to go on from")
    options = parser.parse_args()
    turn, examples = (None, MANY) if options.to else (options.turn, FEW)
    of = hashlib.sha256(DESCRIPTION.read_bytes() + bytes([examples]) + repr(ACTORS).encode()).hexdigest()
    tally = Tally.begun(options.keep, of)
    begun = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as name,
        # A process for each run, because each sets Django up over its own database.
        ProcessPoolExecutor(options.jobs, get_context("spawn"), max_tasks_per_child=1) as pool,
    ):
        folder = Path(name)
        pool.submit(build, folder).result()
        waiting: list[Future[RunOutcome]] = []
        for actor, seed in runs(tally.done, tally, options.to):
            waiting.append(pool.submit(run, folder, actor, seed, examples, turn=turn))
            if len(waiting) >= options.jobs:
                take(waiting, tally, options.keep, begun)
        while waiting:
            take(waiting, tally, options.keep, begun)
    for what, how in sorted(tally.failures.items()):
        say(f"\n{what}\n{how}")
    say(f"{tally}")
    return 1 if tally.failures or not tally.cases else 0


def take(waiting: list[Future[RunOutcome]], tally: Tally, file: Path | None, begun: float) -> None:
    """Wait for the oldest run, and count it: runs are counted in order, so that the tally can be resumed."""
    tally.add(waiting.pop(0).result(), file)
    say(f"{tally.done} runs, {time.monotonic() - begun:.0f} s: {tally}")


def say(message: str) -> None:
    sys.stdout.write(f"{message}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
