"""Legions of each game judged in a second of one core, full verdict out, beside the floor, in alternating rounds.

What is loaded is kept from the garbage collector, as the server does it (`config/wsgi.py` and `rulesapi/verdicts.py`).
"""

import gc
import time
from collections.abc import Callable

from benchmarks import floor, sample
from benchmarks.report import line, percentile, rate
from rulesapi.engine.ruleset import judge
from rulesapi.engine.search.candidates import candidates
from rulesapi.engine.search.fixes import fixes

ROUNDS = 7
LEGIONS = 300
MUST = {sample.ATTACK_WING: "must 10,000, aim 20,000", "dungeon-command": "must 4,000"}
MUST_ELSEWHERE = "must 10,000"
WARBANDS = ("dungeon-command", "dnd-miniatures-2003", "dnd-miniatures-2008")


def measure() -> None:
    """Print rates and latencies of Muster's engine and of the floor: verdicts of each game, then what is searched."""
    for game in sample.games():
        _verdicts(game)
    _searches()


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
    rate("  Muster, full verdict", ours, "legions/s", MUST.get(game, MUST_ELSEWHERE))
    rate("  the floor, bare codes", bare, "legions/s")
    line("  one verdict p50 / p99", f"{_ms(latencies, 0.5)} / {_ms(latencies, 0.99)} ms", "p99 must 0.5, aim 0.1")


def _searches() -> None:
    """What is told around a legion, where creatures carry cards: the large legions of the sample."""
    library = sample.library()
    large = [legion for legion in sample.legions(LEGIONS) if legion["points"] == 200]
    gc.freeze()
    searches = [_seconds(lambda one=legion: candidates(library, one, "/picks/0")) for legion in large]
    line("candidates, 200 points, p50 / p99", f"{_ms(searches, 0.5)} / {_ms(searches, 0.99)} ms", "p99 must 25, aim 15")
    broken = [legion for legion in large if judge(library, legion).verdict != "legal"]
    broken += [{**legion, "points": 180} for legion in large[:20]]
    mended = [_seconds(lambda one=legion: fixes(library, one)) for legion in broken]
    line("fixes, 200 points, p50 / p99", f"{_ms(mended, 0.5)} / {_ms(mended, 0.99)} ms", "p99 must 150")
    for game in WARBANDS:
        _warbands(game)


def _warbands(game: str) -> None:
    """Print how long it takes to mend the warbands of a game in which cards may be lacking."""
    library, broken = sample.library(game), sample.broken_warbands(game)
    gc.freeze()
    seconds = [_seconds(lambda one=legion: fixes(library, one)) for legion in broken]
    found = sum(bool(fixes(library, legion).fixes) for legion in broken)
    figures = f"{_ms(seconds, 0.5)} / {_ms(seconds, 0.99)} ms"
    line(f"fixes, {game}", figures, f"p50 / p99; {found} of {len(broken)} mended")


def _seconds(search: Callable[[], object]) -> float:
    start = time.process_time()
    search()
    return time.process_time() - start


def _ms(seconds: list[float], share: float) -> str:
    return f"{percentile(seconds, share) * 1000:.3f}"


def _size(legions: list[sample.Document]) -> str:
    picks = [pick for legion in legions for pick in legion["picks"]]
    cards = sum(pick.get("count", 1) for pick in picks)
    upgrades = sum(len(pick.get("upgrades", ())) for pick in picks)
    carrying = f" and {upgrades / len(legions):.1f} upgrades" if upgrades else ""
    return f"{cards / len(legions):.1f} cards in {len(picks) / len(legions):.1f} picks{carrying} each"
