"""Legions judged in a second on one core, full verdict out, beside the floor, in alternating rounds."""

import time

from rulesapi.engine.ruleset import Library, judge
from rulesapi.engine.search import candidates

from benchmarks import floor, sample
from benchmarks.report import line, percentile, rate

ROUNDS = 7
LEGIONS = 2_000


def measure() -> None:
    """Print rates and latencies of Muster's engine and of the floor."""
    documents = sample.documents()
    library = Library.build(
        release=1,
        game=next(document for document in documents if document["kind"] == "game"),
        cards=sample.cards(),
        formats=[document for document in documents if document["kind"] == "format"],
    )
    by_slug = {card["slug"]: card for card in sample.cards()}
    legions = sample.legions(LEGIONS)
    verdicts = [judge(library, legion).as_document()["verdict"] for legion in legions]
    shares = ", ".join(f"{verdicts.count(word)} {word}" for word in ("legal", "illegal", "undetermined"))
    line("sample", f"{LEGIONS} legions", shares)
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
    searches = []
    for legion in legions[:200]:
        start = time.perf_counter()
        candidates(library, legion, "/picks/0")
        searches.append(time.perf_counter() - start)
    line("candidates for one creature p50 / p99", f"{_ms(searches, 0.5)} / {_ms(searches, 0.99)} ms")


def _ms(seconds: list[float], share: float) -> str:
    return f"{percentile(seconds, share) * 1000:.3f}"
