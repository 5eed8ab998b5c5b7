"""One line a figure: what, how much, what it is held to, and whether that is reached."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Target(NamedTuple):
    """What a figure is held to: `must` lies clearly ahead of the alternatives, `aim` near what bare code reaches.

    With `at_most` it is a bound from above, as for times and memory.
    """

    aim: float | None = None
    must: float | None = None
    at_most: bool = False

    def by(self, figure: float, of: str = "") -> str:
        """Return in words whether a figure reaches it; `of` says which figure, where a line has several."""
        named = (("must", self.must), ("aim", self.aim))
        bounds = [f"{name} {bound:,} {self._outcome(figure, bound)}" for name, bound in named if bound is not None]
        return f"{of} {', '.join(bounds)}".strip() if bounds else ""

    def _outcome(self, figure: float, bound: float) -> str:
        return "reached" if (figure <= bound if self.at_most else figure >= bound) else "NOT reached"


NOTHING = Target()


def line(what: str, value: str, *remarks: str) -> None:
    """Print one figure; of the remarks those that say something."""
    text = "; ".join(filter(None, remarks))
    print(f"  {what:<44} {value:>22}" + (f"   ({text})" if text else ""), flush=True)


def rate(what: str, figures: Sequence[float], unit: str, target: Target = NOTHING, *remarks: str) -> None:
    """Print the median of several runs, with the least and the most."""
    middle = statistics.median(figures)
    line(
        what,
        f"{middle:,.0f} {unit}",
        f"{min(figures):,.0f} to {max(figures):,.0f}",
        target.by(middle),
        *remarks,
    )


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the value that `share` (0 to 1) of the figures do not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
