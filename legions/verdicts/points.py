"""The points of a verdict: the total against the limit, and the price of each place of a list."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class PointsView:
    """The points of a legion against its limit. `limit` is None if the format has none.

    `may_fall` is true if a card may reduce the known part, by a text that is unknown.
    """

    total: int | None
    known: int
    limit: int | None
    may_fall: bool = False

    @property
    def over(self) -> int:
        """The points of the known part beyond the limit."""
        return max(0, self.known - self.limit) if self.limit is not None else 0

    @property
    def within(self) -> int:
        """The known part up to the limit."""
        return self.known - self.over

    @property
    def left(self) -> int | None:
        """The points left to spend, None if unknown."""
        return None if self.total is None or self.limit is None or self.over else self.limit - self.total

    @property
    def span(self) -> int:
        """The points that the whole bar represents."""
        return max(self.known, self.limit or 0, 1)

    @property
    def state(self) -> str:
        """The CSS state of the bar: `over`, `open` (a price is unknown) or empty."""
        return "over" if self.over else "open" if self.total is None else ""

    @property
    def words(self) -> str:
        """The points as a sentence without full stop, for screen readers."""
        values = {"known": self.known, "limit": self.limit, "over": self.over}
        if self.may_fall:
            exact = replace(self, total=self.known, may_fall=False)
            return _("known so far: {points}").format(points=exact.words)
        if self.limit is None:
            return (_("{known} points") if self.total is not None else _("at least {known} points")).format(**values)
        if self.over:
            over = _("{known} of {limit} points, {over} over")
            return (over if self.total is not None else _("at least {known} of {limit} points, {over} over")).format(
                **values
            )
        within = _("{known} of {limit} points")
        return (within if self.total is not None else _("at least {known} of {limit} points")).format(**values)


@dataclass(frozen=True)
class PlacePoints:
    """The price of each place of a list, by the lines of a verdict's ledger."""

    lines: Iterable[dict[str, Any]]

    def points_at(self, pointer: str) -> int | None:
        """Return the price of a place with everything in it, or None if part of it is unknown."""
        return self._with_contents.get(pointer, 0)

    def own_points_at(self, pointer: str) -> int | None:
        """Return the price of a place without its contents, or None if part of it is unknown."""
        return self._alone.get(pointer, 0)

    @cached_property
    def _alone(self) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for line in self.lines:
            before = found.get(line["at"], 0)
            found[line["at"]] = None if before is None or line["points"] is None else before + line["points"]
        return found

    @cached_property
    def _with_contents(self) -> dict[str, int | None]:
        found: dict[str, int | None] = {}
        for line in self.lines:
            at = line["at"]
            while at:
                before = found.get(at, 0)
                found[at] = None if before is None or line["points"] is None else before + line["points"]
                at = at.rpartition("/")[0]
        return found
