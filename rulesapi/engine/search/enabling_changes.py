"""What would make a card fit where it does not: found by trying, each try judged by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, takewhile
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import evaluate
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import PlaceBaseline, TriedOption, baseline_at
from rulesapi.engine.values.model import CannotJudge, Creature, Document, value_object

MAX_CHANGES = 3
"""So many changes are returned at most."""

MAX_TRIALS = 400
"""So many legions are judged at most for one card."""

BUDGET = 8_000
"""How much is done for one card: judging a legion counts each of its cards and each thing that a rule says of it."""

LIMIT_INCREASES = (20, 40, 60, 80, 100)
"""By how much the limit of points is raised where what the legion costs with the card is no limit that will do."""


@value_object
class EnablingChange:
    """A change after which the card fits: `remove` tells the places that are taken away, of the document sent.

    Of a pick of several copies one copy is taken away. `at` is the place where the card fits when it is another one,
    `points` the limit when that is a higher one.
    """

    remove: tuple[str, ...] = ()
    at: str | None = None
    points: int | None = None


class EnablingChanges(NamedTuple):
    """The smallest changes; unless `complete` there may be others, or smaller ones, which were not tried."""

    changes: list[EnablingChange]
    complete: bool


def enabling_changes(library: Library, legion: Document, at: str, card: str, budget: int = BUDGET) -> EnablingChanges:
    """The smallest changes after which a card fits at a place of a legion: those first that take away the least.

    Tried are to take away one card, then two; to put the card on another creature; and to raise the limit of points.
    A card that fits already needs nothing. Past the `budget` nothing more is tried. Raises what `candidates` raises.
    """
    found: list[EnablingChange] = []
    tries = _Trials(library, legion, at, card, budget)
    if tries.fits(legion, at):
        return EnablingChanges([], complete=True)
    places = list(tries.places())
    single = [EnablingChange(remove=(place,)) for place in places if tries.fits_without(place)]
    found += single
    elsewhere = tries.elsewhere()
    found += [EnablingChange(at=other) for other in elsewhere if tries.fits(legion, other)]
    if not single:
        pairs = combinations(places, 2)
        found += [
            EnablingChange(remove=pair) for pair in takewhile(tries.within_budget, pairs) if tries.fits_without(*pair)
        ]
    if limit := tries.limit():
        found.append(EnablingChange(points=limit))
    found.sort(key=lambda change: (change.at is None, change.points is None, len(change.remove)))
    return EnablingChanges(found[:MAX_CHANGES], complete=not tries.cut_short)


class _Trials:
    """The legions that are tried for one card; after so many nothing more fits, and the search is `cut_short`."""

    def __init__(self, library: Library, legion: Document, at: str, card: str, budget: int) -> None:
        self.library, self.legion, self.at, self.card = library, legion, at, card
        self.left, self.budget = MAX_TRIALS, budget
        self.cut_short = False

    def within_budget(self, *_of: Any) -> bool:
        """Whether one more legion may be tried."""
        self.cut_short = self.cut_short or self.left <= 0 or self.budget <= 0
        return not self.cut_short

    def fits(self, legion: Document, at: str) -> bool:
        """Whether the card fits there, as far as may still be asked."""
        if not self.within_budget():
            return False
        before = baseline_at(self.library, legion, at)
        tried = self._tried(before)
        fits = tried is not None and before.candidate(tried).fits
        self.left -= 1
        self.budget -= before.each + sum(len(outcome.results) for outcome in before.outcomes) + before.work
        return fits

    def _tried(self, before: PlaceBaseline) -> TriedOption | None:
        option = next((one for one in before.options if not isinstance(one, str) and one.slug == self.card), None)
        return None if option is None else before.try_option(option)

    def places(self) -> Iterator[str]:
        """What could be taken away: each upgrade, each creature but the one that is to get the card."""
        for number, pick in enumerate(self.legion["picks"]):
            yield from (f"/picks/{number}/upgrades/{place}" for place in range(len(pick.get("upgrades", ()))))
            if f"/picks/{number}" != self.at or pick.get("count", 1) > 1:
                yield f"/picks/{number}"

    def fits_without(self, *gone: str) -> bool:
        """Whether the card fits when the cards at those places are taken away."""
        picks: list[Any] = []
        at = self.at
        for number, pick in enumerate(self.legion["picks"]):
            here = f"/picks/{number}"
            if here in gone:
                if pick.get("count", 1) == 1:
                    continue
                pick = {**pick, "count": pick["count"] - 1}
            if here == self.at:
                at = f"/picks/{len(picks)}"
            upgrades = [
                one for place, one in enumerate(pick.get("upgrades", ())) if f"{here}/upgrades/{place}" not in gone
            ]
            picks.append({**pick, "upgrades": upgrades} if "upgrades" in pick else pick)
        return self.fits({**self.legion, "picks": picks}, at)

    def elsewhere(self) -> list[str]:
        """The other creatures that could carry the card; none for a card that is carried by nobody."""
        if not self.at:
            return []
        picks = enumerate(self.legion["picks"])
        bearers = [number for number, pick in picks if isinstance(self.library.cards.get(pick["card"]), Creature)]
        return [f"/picks/{number}" for number in bearers if f"/picks/{number}" != self.at]

    def limit(self) -> int | None:
        """The lowest higher limit of points with which the card fits; `None` where that is not what is wrong."""
        try:
            form = self.library.format(self.legion.get("format"))
        except CannotJudge:
            return None
        now = self.legion.get("points") or form.points
        if now is None:
            return None
        tried = self._tried(baseline_at(self.library, self.legion, self.at))
        cost = {tried.legion.price.known} if tried else set()
        higher: set[int] = {*cost, *(now + step for step in LIMIT_INCREASES), *(form.allowed or ()), *form.sizes}
        broken = self._broken(now)
        for limit in sorted(one for one in higher if one > now):
            if self._broken(limit) <= broken and self.fits({**self.legion, "points": limit}, self.at):
                return limit
        return None

    def _broken(self, limit: int) -> set[tuple[str, int | None]]:
        """The rules that the legion breaks at a limit; with the limit itself where that is what is wrong."""
        findings = evaluate(self.library, {**self.legion, "points": limit}).findings
        errors = [finding for finding in findings if finding.level == "error"]
        return {(one.code, limit if "allowed" in one.facts else None) for one in errors}
