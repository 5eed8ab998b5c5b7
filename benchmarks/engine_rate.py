"""The rate of an engine on a corpus from a file: `python -P engine_rate.py CORPUS`, with the engine's tree on the path.

The corpus is what `corpus` of `benchmarks.engine` makes; printed is a JSON object with the verdicts per second of one
core and how often each outcome was reached. Only the standard library and the engine are imported, so that former
states can be measured, too.
"""

import gc
import json
import sys
import time
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROUNDS = 3
PLACES = ("rulesapi.engine.core", "rulesapi.engine")
"""Where the engine keeps its library, newest first."""
JUDGES = ("evaluation", "ruleset")
"""The modules that judge, newest first."""


def main() -> None:
    """Print the figures of the corpus that is named on the command line."""
    corpus = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    print(json.dumps(measured(corpus)))


def measured(corpus: dict[str, Any]) -> dict[str, Any]:
    """Return `rate`, verdicts per second of one core, the best of some rounds, and `outcomes`, counted by verdict."""
    judge, library = engine(corpus)
    legions = corpus["legions"]
    outcomes = Counter(judge(library, legion).as_document()["verdict"] for legion in legions)
    gc.collect()
    gc.freeze()
    seconds = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for legion in legions:
            judge(library, legion).as_document()
        seconds.append(time.process_time() - begin)
    return {"rate": len(legions) / min(seconds), "outcomes": dict(sorted(outcomes.items()))}


def engine(corpus: dict[str, Any]) -> tuple[Any, Any]:
    """Return the function that judges, and the library of the corpus."""
    place = next(name for name in PLACES if find_spec(f"{name}.library"))
    judge = next(import_module(f"{place}.{name}").judge for name in JUDGES if find_spec(f"{place}.{name}"))
    library = import_module(f"{place}.library").Library
    return judge, library.build(release=1, game=corpus["game"], cards=corpus["cards"], formats=corpus["formats"])


if __name__ == "__main__":
    main()
