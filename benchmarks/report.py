"""Printed figures, one per line: label, value, target, and whether it is reached."""

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Target(NamedTuple):
    """The target of a figure: `must` is clearly better than the alternatives, `aim` is close to what bare code reaches.

    With `at_most`, the targets are upper bounds, as for times and memory.
    """

    aim: float | None = None
    must: float | None = None
    at_most: bool = False

    def by(self, figure: float, figure_name: str = "") -> str:
        """Return as text whether a figure reaches the target; `figure_name` is given if a line has several."""
        named = (("must", self.must), ("aim", self.aim))
        bounds = [f"{name} {bound:,} {self._outcome(figure, bound)}" for name, bound in named if bound is not None]
        return f"{figure_name} {', '.join(bounds)}".strip() if bounds else ""

    def _outcome(self, figure: float, bound: float) -> str:
        return "reached" if (figure <= bound if self.at_most else figure >= bound) else "NOT reached"


NOTHING = Target()


def line(label: str, value: str, *remarks: str) -> None:
    """Print one figure with its non-empty remarks."""
    text = "; ".join(filter(None, remarks))
    print(f"  {label:<44} {value:>22}" + (f"   ({text})" if text else ""), flush=True)


def rate(label: str, figures: Sequence[float], unit: str, target: Target = NOTHING, *remarks: str) -> None:
    """Print the median of several runs, with the minimum and the maximum."""
    middle = statistics.median(figures)
    line(
        label,
        f"{middle:,.0f} {unit}",
        f"{min(figures):,.0f} to {max(figures):,.0f}",
        target.by(middle),
        *remarks,
    )


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the value that the share (0 to 1) of the figures does not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
