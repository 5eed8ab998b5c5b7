"""Charts of the picks in a list."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from legions.site.marked_text import marked_text
from legions.site.plots import Plot, PlotRow
from legions.table.pick_views import PickView


def pick_plot(
    title: Any, picks: Sequence[PickView], numbers: Mapping[Any, Callable[[PickView], float | None]], note: Any = ""
) -> Plot:
    """Return a chart with a row for each pick; `numbers` are functions that return its values, keyed by label."""
    rows = (
        PlotRow(
            marked_text(f"{pick.count} × {pick.card.title}" if pick.count > 1 else pick.card.title),
            tuple(number(pick) for number in numbers.values()),
        )
        for pick in picks
    )
    return Plot(str(title), tuple(map(str, numbers)), tuple(rows), str(note))


def fact_reader(name: str) -> Callable[[PickView], float | None]:
    """Return a function that reads a number from the card of a pick."""
    return lambda pick: pick.card.document.get(name)
