"""Legions judged in a second on one core, full verdict out, beside the floor, in alternating rounds."""

import time
from collections.abc import Callable

from benchmarks import floor, sample
from benchmarks.report import line, percentile, rate
from rulesapi.engine.ruleset import judge
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes

ROUNDS = 7
LEGIONS = 300


def measure() -> None:
    """Print rates and latencies of Muster's engine and of the floor."""
    library = sample.library()
    by_slug = {card["slug"]: card for card in sample.cards()}
    legions = sample.legions(LEGIONS)
    verdicts = [judge(library, legion).as_document()["verdict"] for legion in legions]
    shares = ", ".join(f"{verdicts.count(word)} {word}" for word in ("legal", "illegal", "undetermined"))
    line("sample", f"{LEGIONS} legions", f"{shares}; {_size(legions)}")
    ours, bare, latencies = [], [], []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for legion in legions:
            start = time.perf_counter()
            judge(library, legion).as_document()
            latencies.append(time.perf_counter() - start)
        ours.append(LEGIONS / (time.perf_counter() - begin))
        begin = time.perf_counter()
        for legion in legions:
            floor.check(by_slug, legion)
        bare.append(LEGIONS / (time.perf_counter() - begin))
    rate("Muster, full verdict", ours, "legions/s", "must 10,000, aim 20,000")
    rate("the floor, bare codes", bare, "legions/s")
    line("Muster, one verdict p50 / p99", f"{_ms(latencies, 0.5)} / {_ms(latencies, 0.99)} ms", "p99 must 0.5, aim 0.1")
    large = [legion for legion in legions if legion["points"] == 200]
    searches = [_seconds(lambda one=legion: candidates(library, one, "/picks/0")) for legion in large]
    line("candidates, 200 points, p50 / p99", f"{_ms(searches, 0.5)} / {_ms(searches, 0.99)} ms", "p99 must 25")
    broken = [legion for legion in large if judge(library, legion).verdict != "legal"]
    broken += [{**legion, "points": 180} for legion in large[:20]]
    mended = [_seconds(lambda one=legion: fixes(library, one)) for legion in broken]
    line("fixes, 200 points, p50 / p99", f"{_ms(mended, 0.5)} / {_ms(mended, 0.99)} ms", "p99 must 150")


def _seconds(search: Callable[[], object]) -> float:
    start = time.perf_counter()
    search()
    return time.perf_counter() - start


def _ms(seconds: list[float], share: float) -> str:
    return f"{percentile(seconds, share) * 1000:.3f}"


def _size(legions: list[sample.Document]) -> str:
    picks = [pick for legion in legions for pick in legion["picks"]]
    upgrades = sum(len(pick["upgrades"]) for pick in picks)
    return f"{len(picks) / len(legions):.1f} creatures and {upgrades / len(legions):.1f} upgrades each"
