"""What would make a legion legal."""

from typing import Any

from .. import verdicts
from .questions import Question


class Fixes(Question):
    """The smallest edits that make a legion legal, at most five.

    Tried are: to take out a creature or an upgrade, to put another card of the catalog in its place, to move an upgrade
    to another creature, to count down copies, to change the number of soldiers. Each fix is a JSON Patch (RFC 6902) of
    the legion; the legion it makes was judged and is legal. `points` is what the price changes by. Fewest edits stand
    first, then the fewest points lost.

    How many legions are tried has a bound; past it `complete` is false, and there may be better or smaller fixes.
    Nothing is ever edited here: a fix is an offer.
    """

    def answer(self, *, legion: Any) -> dict[str, Any]:
        """Return the fixes. Raises Malformed as `verdicts.judge` does."""
        return verdicts.fixes(legion, release=self.query.get("release"))
