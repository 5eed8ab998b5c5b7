"""Verdicts per second of CPU time for legions of each game, compared with the floor in alternating rounds.

Loaded objects are excluded from garbage collection, as in the server (`config/wsgi.py` and
`rulesapi/judging/verdicts.py`).
"""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import compare, floor, sample
from benchmarks.report import NOTHING, Target, line, percentile, rate
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes

ROUNDS = 7
LEGIONS = 300
TARGETS = {sample.ATTACK_WING: Target(20_000, 10_000), "dungeon-command": Target(must=4_000)}
ELSEWHERE = Target(must=10_000)
VERDICT_TAIL = Target(0.1, 0.5, at_most=True)
"""The target for the 99th percentile of one verdict, in ms."""
WRITE_CORPORA = """
import json, sys
from pathlib import Path
from benchmarks import sample
folder, count = Path(sys.argv[1]), int(sys.argv[2])
for game in sample.games():
    found, cards = sample.documents(game), sample.cards(game)
    corpus = {
        "game": next(document for document in found if document["kind"] == "game"),
        "cards": cards,
        "formats": [document for document in found if document["kind"] == "format"],
        "legions": sample.legions(count, game=game),
    }
    (folder / f"{game}.json").write_text(json.dumps(corpus), "utf-8")
"""
"""The program with which a revision writes its corpora; it uses only functions of `sample` that all revisions have."""
WARBANDS = ("dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008")


def measure() -> None:
    """Print rates and latencies of Muster's engine and of the floor for each game, then of the searches."""
    for game in sample.games():
        _verdicts(game)
    _searches()


def compare_with(other_tree: Path, rounds: int) -> None:
    """Print the verdicts per second of the engines of another tree and of this one, on equal cards and lists.

    Both engines are measured on the corpora of both trees, so that changes of the documents and changes of the engine
    can be distinguished.
    """
    with tempfile.TemporaryDirectory() as folder:
        for side, whose in ((other_tree, "the other state"), (sample.ROOT, "this tree")):
            for game, corpus in corpora(side, Path(folder) / ("here" if side == sample.ROOT else "other")).items():
                _compare_on(corpus, f"{game}, cards of {whose}", other_tree, rounds)


def corpora(side: Path, folder: Path) -> dict[str, Path]:
    """Return the files with the cards and lists of each game that the tree at `side` uses in measurements."""
    folder.mkdir()
    program = [sys.executable, "-c", WRITE_CORPORA, str(folder), str(LEGIONS)]
    subprocess.run(program, cwd=side, check=True, timeout=compare.TIME_LIMIT_SECONDS)
    return {file.stem: file for file in sorted(folder.glob("*.json"))}


def _compare_on(corpus: Path, label: str, other_tree: Path, rounds: int) -> None:
    figures: dict[Path, list[dict[str, Any]]] = {other_tree: [], sample.ROOT: []}
    for number in range(rounds):
        for side in (other_tree, sample.ROOT) if number % 2 == 0 else (sample.ROOT, other_tree):
            figures[side].append(_engine_rate(side, corpus))
    # Use the best run of each: other load on the machine only makes runs slower.
    before, after = (max(run["rate"] for run in runs) for runs in figures.values())
    compare.ratio(f"{label}, verdicts/s", before, after)
    compare.ratio("    lines of Python a verdict", *(runs[0]["lines"] for runs in figures.values()))
    outcomes = [runs[0]["outcomes"] for runs in figures.values()]
    line("    outcomes", "the same" if outcomes[0] == outcomes[1] else "others", " -> ".join(map(str, outcomes)))


def _engine_rate(side: Path, corpus: Path) -> dict[str, Any]:
    program = [sys.executable, "-P", str(Path(__file__).with_name("engine_rate.py")), str(corpus)]
    environment = {**os.environ, "PYTHONPATH": str(side), "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        program,
        cwd=side,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
        timeout=compare.TIME_LIMIT_SECONDS,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _verdicts(game: str) -> None:
    library, legions = sample.library(game), sample.legions(LEGIONS, game=game)
    by_slug = {card["slug"]: card for card in sample.cards(game)}
    check = floor.check if library.ruleset.carried else floor.count
    verdicts = [judge(library, legion).as_document()["verdict"] for legion in legions]
    shares = ", ".join(f"{verdicts.count(word)} {word}" for word in ("legal", "illegal", "undetermined"))
    line(game, f"{LEGIONS} legions", f"{shares}; {_size(legions)}")
    gc.freeze()
    ours, bare, latencies = [], [], []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for legion in legions:
            start = time.process_time()
            judge(library, legion).as_document()
            latencies.append(time.process_time() - start)
        ours.append(LEGIONS / (time.process_time() - begin))
        begin = time.process_time()
        for legion in legions:
            check(by_slug, legion)
        bare.append(LEGIONS / (time.process_time() - begin))
    rate("  Muster, full verdict", ours, "legions/s", TARGETS.get(game, ELSEWHERE))
    rate("  the floor, bare codes", bare, "legions/s")
    _tail("  one verdict p50 / p99", latencies, VERDICT_TAIL)


def _searches() -> None:
    """Print the times of searches on the large legions of the sample."""
    library = sample.library()
    large = [legion for legion in sample.legions(LEGIONS) if legion["points"] == 200]
    gc.freeze()
    searches = [_seconds(partial(candidates, library, legion, "/picks/0")) for legion in large]
    _tail("candidates, 200 points, p50 / p99", searches, Target(15, 25, at_most=True))
    broken = [legion for legion in large if judge(library, legion).verdict != "legal"]
    broken += [{**legion, "points": 180} for legion in large[:20]]
    mended = [_seconds(partial(fixes, library, legion)) for legion in broken]
    _tail("fixes, 200 points, p50 / p99", mended, Target(must=150, at_most=True))
    for game in WARBANDS:
        _warbands(game)


def _warbands(game: str) -> None:
    """Print the times to fix the broken warbands of a game."""
    library, broken = sample.library(game), sample.broken_warbands(game)
    gc.freeze()
    seconds = [_seconds(partial(fixes, library, legion)) for legion in broken]
    found = sum(bool(fixes(library, legion).fixes) for legion in broken)
    _tail(f"fixes, {game}, p50 / p99", seconds, NOTHING, f"{found} of {len(broken)} mended")


def _seconds(search: Callable[[], object]) -> float:
    start = time.process_time()
    search()
    return time.process_time() - start


def _tail(label: str, seconds: list[float], target: Target, *remarks: str) -> None:
    middle, tail = (percentile(seconds, share) * 1000 for share in (0.5, 0.99))
    line(label, f"{middle:.3f} / {tail:.3f} ms", target.by(tail, "p99"), *remarks)


def _size(legions: list[sample.Document]) -> str:
    picks = [pick for legion in legions for pick in legion["picks"]]
    cards = sum(pick.get("count", 1) for pick in picks)
    upgrades = sum(len(pick.get("upgrades", ())) for pick in picks)
    carrying = f" and {upgrades / len(legions):.1f} upgrades" if upgrades else ""
    return f"{cards / len(legions):.1f} cards in {len(picks) / len(legions):.1f} picks{carrying} each"
