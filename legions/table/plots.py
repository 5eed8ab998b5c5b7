"""Charts of a pick."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from legions.site.plots import Plot, PlotRow
from legions.table.pick_views import PickView


def pick_plot(
    title: Any, picks: Sequence[PickView], numbers: Mapping[Any, Callable[[PickView], float | None]], note: Any = ""
) -> Plot:
    """Return a plot with a row for each pick; `numbers` say what is counted and how."""
    rows = (
        PlotRow(
            f"{pick.count} × {pick.card.title}" if pick.count > 1 else pick.card.title,
            tuple(number(pick) for number in numbers.values()),
        )
        for pick in picks
    )
    return Plot(str(title), tuple(map(str, numbers)), tuple(rows), str(note))


def fact_reader(name: str) -> Callable[[PickView], float | None]:
    """Return what reads a number off the card of a pick."""
    return lambda pick: pick.card.document.get(name)
