"""What would make a legion legal."""

from typing import Any

from .. import verdicts
from .questions import Question


class Fixes(Question):
    """The smallest edits that make a legion legal, at most five.

    Tried are: to take out a creature or an upgrade, to put another card of the catalog in its place, to move an upgrade
    to another creature, to count down copies, to change the number of soldiers; where a rule says that something is
    lacking, to add a card or copies of one; and in games whose lists have a faction, a map or tiles, to say otherwise
    there. Each fix is a JSON Patch (RFC 6902) of the legion; the legion it makes was judged and is legal. `points` is
    what the price changes by. Fewest edits stand first, then the fewest points lost; of those alike, those that bring
    cards of the sets which the legion has most of. Where more than five are found, they are of as many ways as there
    are: another card still in the same place comes only where nothing else is left to tell.

    How many legions are tried has a bound; past it `complete` is false, and there may be better or smaller fixes. Where
    no smallest one is found in time, one way out that mends one thing after the other is offered if there is such.
    Nothing is ever edited here: a fix is an offer.

    A team is refused with `not-judged-yet`: mend the legion of one of its players, as a legion of its own.
    """

    def answer(self, *, legion: Any) -> dict[str, Any]:
        """Return the fixes. Raises Malformed as `verdicts.judge` does."""
        return verdicts.fixes(legion, release=self.query.get("release"))
