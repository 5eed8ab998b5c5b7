"""The time from process start to the first verdict, by the engine alone without Django, with all cards of one game.

In addition, the time of the first page of a builder, with and without warm-up of the server.
"""

import os
import sys
import time
import urllib.request

from benchmarks import sample
from benchmarks.report import Target, line, percentile
from benchmarks.serving import MUSTER, catalog, core_seconds, server

GAMES = sample.games()
FIRST_VERDICT = """
from benchmarks import sample
from rulesapi.engine.core.evaluation import judge
assert judge(sample.library({game!r}), sample.ready({game!r})[0]).as_document()["verdict"] == "legal"
"""
BARE = "a Python that does nothing"
RUNS = 7
PORT = 8906
IDLE = 0.05
"""The maximum CPU time in seconds that an idle server uses within one second."""
TIME, MEMORY = Target(200, 400, at_most=True), Target(must=100, at_most=True)


def measure() -> None:
    """Print the time of a fresh process to the first verdict in each game, compared with an idle Python process."""
    programs = {game: FIRST_VERDICT.format(game=game) for game in GAMES} | {BARE: "pass"}
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for _ in range(RUNS):
        for name, code in programs.items():
            runs[name].append(_run(code))
    for name, measured in runs.items():
        seconds = percentile([second for second, _ in measured], 0.5)
        peak = max(memory for _, memory in measured)
        targets = () if name == BARE else (TIME.by(seconds * 1000, "ms"), MEMORY.by(peak, "MB"))
        line(name, f"{seconds * 1000:.0f} ms, {peak:.0f} MB", *targets)
    for warm in ("0", "1"):
        line(f"the first page of a builder, WARM_UP={warm}", f"{_first_page(warm) * 1000:.0f} ms")


def _first_page(warm: str) -> float:
    """Return the seconds that the slower of two first visitors waits, once a server with two processes has settled."""
    with catalog(WARM_UP=warm) as environment, server(MUSTER, PORT, environment) as process:
        worked = -1.0
        while core_seconds(process.pid) - worked > IDLE:
            worked = core_seconds(process.pid)
            time.sleep(1)
        return max(_visit() for _ in range(2))


def _visit() -> float:
    begin = time.monotonic()
    urllib.request.urlopen(f"http://127.0.0.1:{PORT}/build/{GAMES[0]}/", timeout=60).read()
    return time.monotonic() - begin


def _run(code: str) -> tuple[float, float]:
    """Return the CPU time in seconds of `code` in a fresh Python process, and its peak resident memory in MB."""
    pid = os.posix_spawn(sys.executable, [sys.executable, "-c", code], os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError("the process measured did not end well")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
