"""What would make a card fit where it does not: found by trying, each try judged by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesapi.engine.model import CannotJudge, Creature, Document, value
from rulesapi.engine.ruleset import Library
from rulesapi.engine.search.candidates import candidates

MOST = 3
"""So many ways are told at most."""

MOST_TRIED = 400
"""So many legions are judged at most for one card."""

STEPS = (20, 40, 60, 80, 100)
"""By how much the limit of points is raised at most, in points."""


@value
class WayIn:
    """A change after which the card fits: `remove` tells the places that are taken away, of the document sent.

    `at` is the place where the card fits when it is another one, `points` the limit when that is a higher one.
    """

    remove: tuple[str, ...] = ()
    at: str | None = None
    points: int | None = None


def ways_in(library: Library, legion: Document, at: str, card: str) -> list[WayIn]:
    """The smallest changes after which a card fits at a place of a legion: those first that take away the least.

    Tried are to take away one card, then two; to put the card on another creature; and to raise the limit of points.
    A card that fits already needs nothing. Raises what `candidates` raises.
    """
    found: list[WayIn] = []
    tries = _Tries(library, legion, at, card)
    if tries.fits(legion, at):
        return []
    elsewhere = tries.elsewhere()
    found += [WayIn(at=other) for other in elsewhere if tries.fits(legion, other)]
    places = list(tries.places())
    single = [WayIn(remove=(place,)) for place in places if tries.fits_without(place)]
    found += single
    if not single:
        pairs = ((one, two) for number, one in enumerate(places) for two in places[number + 1 :])
        found += [WayIn(remove=pair) for pair in pairs if tries.fits_without(*pair)]
    if limit := tries.limit():
        found.append(WayIn(points=limit))
    return sorted(found, key=lambda way: (way.at is None, way.points is None, len(way.remove)))[:MOST]


class _Tries:
    """The legions that are tried for one card; after so many nothing more fits."""

    def __init__(self, library: Library, legion: Document, at: str, card: str) -> None:
        self.library, self.legion, self.at, self.card = library, legion, at, card
        self.left = MOST_TRIED

    def fits(self, legion: Document, at: str) -> bool:
        """Whether the card fits there, as far as may still be asked."""
        if self.left <= 0:
            return False
        self.left -= 1
        found = candidates(self.library, legion, at, {self.card})
        return bool(found) and found[0].fits

    def places(self) -> Iterator[str]:
        """What could be taken away: each upgrade, each creature but the one that is to get the card."""
        for number, pick in enumerate(self.legion["picks"]):
            yield from (f"/picks/{number}/upgrades/{place}" for place in range(len(pick.get("upgrades", ()))))
            if f"/picks/{number}" != self.at:
                yield f"/picks/{number}"

    def fits_without(self, *gone: str) -> bool:
        """Whether the card fits when the cards at those places are taken away."""
        picks: list[Any] = []
        at = self.at
        for number, pick in enumerate(self.legion["picks"]):
            here = f"/picks/{number}"
            if here in gone:
                continue
            if here == self.at:
                at = f"/picks/{len(picks)}"
            kept = [one for place, one in enumerate(pick.get("upgrades", ())) if f"{here}/upgrades/{place}" not in gone]
            picks.append({**pick, "upgrades": kept} if "upgrades" in pick else pick)
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
        higher = {*(now + step for step in STEPS)}
        for limit in sorted(higher):
            if self.fits({**self.legion, "points": limit}, self.at):
                return limit
        return None
