"""From process start to the first verdict: the engine alone, without Django, with all cards of one game read."""

import os
import sys
from pathlib import Path

from benchmarks.report import Target, line, percentile

GAMES = sorted(folder.name for folder in (Path(__file__).resolve().parent.parent / "fixtures").iterdir())
FIRST_VERDICT = """
from benchmarks import sample
from rulesapi.engine.ruleset import judge
assert judge(sample.library({game!r}), sample.ready({game!r})[0]).as_document()["verdict"] == "legal"
"""
BARE = "a Python that does nothing"
RUNS = 7
TIME, MEMORY = Target(200, 400, at_most=True), Target(must=100, at_most=True)


def measure() -> None:
    """Print what a fresh process takes to the first verdict in each game, beside a Python that does nothing."""
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


def _run(code: str) -> tuple[float, float]:
    """Return the seconds of a core that a fresh Python takes for `code`, and its peak resident memory in MB."""
    pid = os.posix_spawn(sys.executable, [sys.executable, "-c", code], os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError("the process measured did not end well")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
