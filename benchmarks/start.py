"""From process start to the first verdict: the engine alone, without Django, with all cards of the game read."""

import os
import sys
import time

from benchmarks.report import line, percentile

FIRST_VERDICT = """
from benchmarks import sample
from rulesapi.engine.ruleset import judge
assert judge(sample.library(), {"game": "attack-wing", "picks": [{"card": "wraith"}]}).as_document()["verdict"]
"""
RUNS = 11


def measure() -> None:
    """Print the time a fresh process takes to its first verdict, beside a Python that does nothing, and its memory."""
    ours, bare, peaks = [], [], []
    for _ in range(RUNS):
        seconds, peak = _run(FIRST_VERDICT)
        ours.append(seconds)
        peaks.append(peak)
        bare.append(_run("pass")[0])
    line("to the first verdict, median", f"{percentile(ours, 0.5) * 1000:.0f} ms", "must 400, aim 200")
    line("a Python that does nothing, median", f"{percentile(bare, 0.5) * 1000:.0f} ms")
    line("peak memory", f"{max(peaks):.0f} MB", "must 100")


def _run(code: str) -> tuple[float, float]:
    """Return the seconds a fresh Python takes for `code`, and its peak resident memory in MB."""
    begin = time.perf_counter()
    pid = os.posix_spawn(sys.executable, [sys.executable, "-c", code], os.environ)
    _, status, usage = os.wait4(pid, 0)
    if status:
        raise RuntimeError("the process measured did not end well")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024
