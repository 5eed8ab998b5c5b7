"""From process start to the first verdict: the engine alone, without Django, with all cards of the game read."""

import resource
import subprocess
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
    ours, bare = [], []
    for _ in range(RUNS):
        ours.append(_seconds(FIRST_VERDICT))
        bare.append(_seconds("pass"))
    target = "must 400, aim 200"
    line("to the first verdict, median", f"{percentile(ours, 0.5) * 1000:.0f} ms", target)
    line("a Python that does nothing, median", f"{percentile(bare, 0.5) * 1000:.0f} ms")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    line("peak memory of the largest such process", f"{peak:.0f} MB", "must 100")


def _seconds(code: str) -> float:
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - begin
