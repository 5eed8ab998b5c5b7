"""One line a figure: what, how much, and what it is held to."""

import statistics
from collections.abc import Sequence


def line(what: str, value: str, target: str = "") -> None:
    """Print one figure."""
    print(f"  {what:<44} {value:>22}" + (f"   ({target})" if target else ""), flush=True)


def rate(what: str, figures: Sequence[float], unit: str, target: str = "") -> None:
    """Print the median of several runs, with the least and the most."""
    middle = statistics.median(figures)
    line(
        what, f"{middle:,.0f} {unit}", f"{min(figures):,.0f} to {max(figures):,.0f}" + (f"; {target}" if target else "")
    )


def percentile(figures: Sequence[float], share: float) -> float:
    """Return the value that `share` (0 to 1) of the figures do not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
