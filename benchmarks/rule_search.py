"""The search over rules: how often an answer is among the first three results, and the time of a query."""

import time

from benchmarks import sample
from benchmarks.report import Target, line, percentile
from benchmarks.serving import set_up_django

ROUNDS = 5
SHARE_TARGETS = {"easy": Target(0.95, 0.9), "hard": Target(0.8, 0.7)}
TIME_TARGET = Target(10, 50, at_most=True)
"""The target for the 99th percentile of one query, in ms of CPU time."""


def measure() -> None:
    """Print the shares of answered questions by set and level, the time of a query, and the time to build an index."""
    set_up_django()
    from benchmarks import search_questions
    from legions.rulebook.search_results import MAX_RESULTS
    from rulesapi.api.rule_search import MAX_RESULTS as MAX_API_RESULTS
    from rulesapi.rulebooks.search.marks import find_marks

    most = max(MAX_RESULTS, MAX_API_RESULTS)
    for name in search_questions.SETS:
        asked = search_questions.ask(name)
        for level, target in SHARE_TARGETS.items():
            share = search_questions.answered_share(asked, level)
            label = f"{name}, {level}: answered in the first {search_questions.FIRST}"
            line(label, f"{share:.0%}", target.by(share))
    times = []
    for question in search_questions.questions() * ROUNDS:
        index = search_questions.index(question["game"])
        start = time.process_time()
        answer = index.search(question["question"], most)
        for hit in answer.hits:
            find_marks(hit.entry.title, answer.searched)
            find_marks(hit.entry.text, answer.searched)
        times.append((time.process_time() - start) * 1000)
    slowest = percentile(times, 0.99)
    line(
        f"a query of {most} results with their marks, CPU time, p50 / p99",
        f"{percentile(times, 0.5):.1f} / {slowest:.1f} ms",
        TIME_TARGET.by(slowest, "p99"),
    )
    for game in sample.games():
        documents = sample.documents(game)
        start = time.perf_counter()
        entries = len(search_questions.build_index(documents).entries)
        line(f"index of {game}", f"{time.perf_counter() - start:.2f} s", f"{entries:,} entries")
