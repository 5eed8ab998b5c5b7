"""Campaigns: the cost of judging a list in a campaign and outside of one, and of a record with a hundred games."""

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

from benchmarks import sample
from benchmarks.report import NOTHING, Target, line, percentile
from benchmarks.serving import MUSTER, catalog, core_seconds, server
from rulesapi.engine.campaigns.verdict import judge_record
from rulesapi.engine.core.evaluation import judge
from rulesapi.engine.core.library import Library

ROUNDS, TIMES = 5, 5
GAMES = 100
LIST, RECORD = Target(must=1.2, at_most=True), Target(must=10.0, at_most=True)
"""The ratio to a list outside a campaign, and the milliseconds for a record."""
PORT = 8905
POINTS = 120
CAMPAIGN: dict[str, Any] = {
    "adventure": "for-the-souls-of-longsaddle",  # this adventure has that limit and no required cards
    "side": "first",
    "player": "ann",
    "entitlements": {"xp": {"least": 3, "most": 3, "entries": ["e1", "e2"]}, "artifacts": []},
}
PLAYED: dict[str, Any] = {
    "type": "played",
    "adventure": "in-for-a-penny-in-for-a-pounding",
    "seats": [{"player": "ann", "side": "galadaeros"}, {"player": "bo", "side": "eshaedra"}],
    "report": {
        "sides": {"galadaeros": {"end": "left", "health": 4, "holds": []}, "eshaedra": {"end": "defeated"}},
        "order": ["eshaedra", "galadaeros"],
    },
}


def measure() -> None:
    """Print the cost of judging lists and the time for a record, in CPU time."""
    library = sample.library()
    outside = _lists(library)
    inside = [_inside(one) for one in outside]
    _compare(
        "judged by the engine", outside, inside, lambda lists: _judge_all(library, lists), time.process_time, NOTHING
    )
    with catalog(pages=False) as environment, server(MUSTER, PORT, environment) as process:
        _compare("asked of the API", outside, inside, _ask_all, lambda: core_seconds(process.pid), LIST)
    record = _record()
    begin = time.process_time()
    for _ in range(ROUNDS):
        _judge_record(library, record)
    taken = (time.process_time() - begin) * 1000 / ROUNDS
    line(f"a record of {GAMES} games", f"{taken:.1f} ms", RECORD.by(taken))


def _lists(library: Library) -> list[sample.Document]:
    """Return lists whose findings do not change in a campaign."""
    made = [{**legion, "points": POINTS} for legion in sample.legions(300)]
    return [one for one in made if _findings(library, one) == _findings(library, _inside(one))]


def _compare(
    how: str,
    outside: list[sample.Document],
    inside: list[sample.Document],
    work: Callable[[list[sample.Document]], None],
    clock: Callable[[], float],
    target: Target,
) -> None:
    """Print the time for lists outside and in a campaign, measured in turns with a CPU clock."""
    taken: tuple[list[float], list[float]] = [], []
    work([*outside, *inside])
    for _ in range(ROUNDS):
        for lists, seconds in zip((outside, inside), taken, strict=True):
            begin = clock()
            for _ in range(TIMES):
                work(lists)
            seconds.append((clock() - begin) * 1000 / TIMES / len(lists))
    plain, more = (percentile(seconds, 0.5) for seconds in taken)
    line(f"{len(outside)} lists outside, {how}", f"{plain:.3f} ms each")
    line("  the same in a campaign", f"{more:.3f} ms each", f"{more / plain:.2f} times", target.by(more / plain))


def _judge_all(library: Library, legions: list[sample.Document]) -> None:
    for legion in legions:
        judge(library, legion).as_document()


def _ask_all(legions: list[sample.Document]) -> None:
    for legion in legions:
        request = urllib.request.Request(
            f"http://127.0.0.1:{PORT}/api/v1/verdicts/",
            json.dumps(legion).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310 - our own server
            response.read()


def _inside(legion: sample.Document) -> sample.Document:
    return {**legion, "campaign": CAMPAIGN}


def _findings(library: Library, legion: sample.Document) -> Any:
    return judge(library, legion).as_document()["findings"]


def _record() -> sample.Document:
    joined = [{"type": "joined", "id": one, "player": one} for one in ("ann", "bo")]
    games = [{**PLAYED, "id": f"g{number}"} for number in range(GAMES)]
    return {"game": sample.ATTACK_WING, "entries": [*joined, *games]}


def _judge_record(library: Library, record: sample.Document) -> None:
    verdict = judge_record(record, library.adventures, library.ruleset.campaign, release=1)
    assert len(verdict["sessions"]) == GAMES
