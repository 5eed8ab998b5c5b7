"""Changes that would make a card fit, found by trying and judging each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, takewhile
from typing import Any, NamedTuple

from rulesapi.engine.core.evaluation import evaluate
from rulesapi.engine.core.library import Library
from rulesapi.engine.search.candidates import PlaceBaseline, TriedOption, baseline_at
from rulesapi.engine.values.model import CannotJudge, Creature, Document, value_object

MAX_CHANGES = 3
"""Maximum number of changes returned."""

MAX_TRIALS = 400
"""Maximum number of legions judged for one card."""

BUDGET = 8_000
"""Budget for one card, in work units: judging a legion costs each of its cards and each result of a rule."""

LIMIT_INCREASES = (20, 40, 60, 80, 100)
"""Increases of the point limit that are tried, in points, if the exact price with the card is not an allowed limit."""


@value_object
class EnablingChange:
    """A change after which the card fits: `remove` has the places to remove, of the document sent.

    If the pick has several copies, one copy is removed. `at` is the place where the card fits if it is another one,
    `points` the limit if it is raised.
    """

    remove: tuple[str, ...] = ()
    at: str | None = None
    points: int | None = None


class EnablingChanges(NamedTuple):
    """The smallest changes; unless `complete`, some were not tried and there may be others, or smaller ones."""

    changes: list[EnablingChange]
    complete: bool


def enabling_changes(
    library: Library, legion: Document, pointer: str, card: str, budget: int = BUDGET
) -> EnablingChanges:
    """Return the smallest changes after which a card fits at a place of a legion; those that remove least come first.

    The search tries to remove one card, then two; to put the card on another creature; and to raise the point limit. A
    card that fits already needs no change. The search stops at the `budget`. Raises the errors of `candidates`.
    """
    found: list[EnablingChange] = []
    tries = _Trials(library, legion, pointer, card, budget)
    if tries.fits(legion, pointer):
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
    """The legions that are tried for one card; once the budget is spent nothing fits, and the search is `cut_short`."""

    def __init__(self, library: Library, legion: Document, pointer: str, card: str, budget: int) -> None:
        self.library, self.legion, self.at, self.card = library, legion, pointer, card
        self.left, self.budget = MAX_TRIALS, budget
        self.cut_short = False

    def within_budget(self, *_of: Any) -> bool:
        """Return whether one more legion may be tried."""
        self.cut_short = self.cut_short or self.left <= 0 or self.budget <= 0
        return not self.cut_short

    def fits(self, legion: Document, pointer: str) -> bool:
        """Return whether the card fits there, within the budget."""
        if not self.within_budget():
            return False
        before = baseline_at(self.library, legion, pointer)
        tried = self._tried(before)
        fits = tried is not None and before.candidate(tried).fits
        self.left -= 1
        self.budget -= before.each + sum(len(outcome.results) for outcome in before.outcomes) + before.work
        return fits

    def _tried(self, before: PlaceBaseline) -> TriedOption | None:
        option = next((one for one in before.options if not isinstance(one, str) and one.slug == self.card), None)
        return None if option is None else before.try_option(option)

    def places(self) -> Iterator[str]:
        """Yield the removable places: each upgrade, and each creature except the one that is to get the card."""
        for number, pick in enumerate(self.legion["picks"]):
            yield from (f"/picks/{number}/upgrades/{place}" for place in range(len(pick.get("upgrades", ()))))
            if f"/picks/{number}" != self.at or pick.get("count", 1) > 1:
                yield f"/picks/{number}"

    def fits_without(self, *gone: str) -> bool:
        """Return whether the card fits if the cards at those places are removed."""
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
        """Return the other creatures that could carry the card; none for a card that is not carried."""
        if not self.at:
            return []
        picks = enumerate(self.legion["picks"])
        bearers = [number for number, pick in picks if isinstance(self.library.cards.get(pick["card"]), Creature)]
        return [f"/picks/{number}" for number in bearers if f"/picks/{number}" != self.at]

    def limit(self) -> int | None:
        """Return the lowest higher point limit with which the card fits; `None` if the limit is not the obstacle."""
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
        """Return the codes of the rules that the legion breaks at a limit.

        An error about the limit itself has that limit next to its code, so that it differs for each limit.
        """
        findings = evaluate(self.library, {**self.legion, "points": limit}).findings
        errors = [finding for finding in findings if finding.level == "error"]
        return {(one.code, limit if "allowed" in one.facts else None) for one in errors}
