"""How many threads a worker of the server should answer with: one, or more of them in turn, in alternating rounds."""

import shutil
from contextlib import ExitStack
from pathlib import Path

from benchmarks import http, sample
from benchmarks.http import Side
from benchmarks.report import NOTHING, line
from benchmarks.serving import catalog, peak_memory, server

THREADS = (1, 2, 8)


def measure() -> str | None:
    """Print what two workers answer with each number of threads, and what memory that takes."""
    if shutil.which("wrk") is None:
        return "wrk is not installed (Debian's package wrk)"
    with catalog() as environment, ExitStack() as running:
        sides = [
            Side(
                f"{threads} thread{'s' * (threads > 1)}",
                8910 + threads,
                running.enter_context(server("config.wsgi:application", 8910 + threads, environment, threads)),
            )
            for threads in THREADS
        ]
        one = http.script(Path(environment["VAR_DIR"], "one.lua"), sample.legions(50))
        http.show("list of 50 full cards", http.rounds(dict.fromkeys(sides, http.LIST)), NOTHING, NOTHING)
        http.show("one verdict", http.rounds(dict.fromkeys(sides, http.VERDICTS), one), NOTHING, NOTHING)
        for side in sides:
            line(f"peak memory of a worker, {side.name}", f"{peak_memory(side.process.pid):.0f} MB")
    return None
