"""The rate of an engine on a corpus file: `python -P engine_rate.py CORPUS`, with the engine's tree on the path.

The corpus is one of `corpora` in `benchmarks.engine`. The output is a JSON object with the verdicts per second of CPU
time and the number of verdicts by outcome. Only the standard library and the engine are imported, so that former
revisions can be measured, too.
"""

import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

ROUNDS = 3
LIBRARIES = ("rulesapi.engine.core.library", "rulesapi.engine.library")
JUDGES = ("rulesapi.engine.core.evaluation", "rulesapi.engine.ruleset")
"""The modules that have `Library` and `judge`, newest first."""


def main() -> None:
    """Print the figures of the corpus named on the command line."""
    corpus = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    judge, library = engine(corpus)
    gc.collect()
    gc.freeze()
    print(json.dumps(measured(judge, library, corpus["legions"])))


def measured(judge: Any, library: Any, legions: list[Any]) -> dict[str, Any]:
    """Return the figures of an engine that judges the lists repeatedly.

    `rate` is the number of verdicts per second of CPU time in the best round; `lines` is the average number of Python
    lines executed per verdict, which does not depend on other load; `outcomes` is the number of verdicts by outcome.
    """
    outcomes = Counter(judge(library, legion).as_document()["verdict"] for legion in legions)
    seconds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for legion in legions:
            judge(library, legion).as_document()
        seconds.append(time.process_time() - begin)
    lines = count_lines(lambda: [judge(library, legion).as_document() for legion in legions])
    return {
        "rate": len(legions) / min(seconds),
        "lines": lines / len(legions),
        "outcomes": dict(sorted(outcomes.items())),
    }


def count_lines(work: Callable[[], Any]) -> int:
    """Return how many lines of Python some work takes; each round of a loop or a comprehension counts.

    The count is the same however busy the machine is.
    """
    counted = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal counted
        counted += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted


def engine(corpus: dict[str, Any]) -> tuple[Any, Any]:
    """Return the judging function, and the library of the corpus."""
    library = _first(LIBRARIES).Library
    judge = _first(JUDGES).judge
    return judge, library.build(release=1, game=corpus["game"], cards=corpus["cards"], formats=corpus["formats"])


def _first(names: tuple[str, ...]) -> Any:
    for name in names:
        with suppress(ModuleNotFoundError):
            return import_module(name)
    raise ModuleNotFoundError(f"None of {', '.join(names)} is there.")


if __name__ == "__main__":
    main()
