"""Rows of a sheet in columns and pages: what belongs together stays together as long as it fits."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of a sheet: how high it is, and its drawing from its upper left corner on."""

    high: float
    drawing: str


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A free strip of a page. `page` is its number, from 0."""

    page: int
    left: float
    top: float
    high: float


PlacedDrawing = tuple[int, str]
"""The number of a page, and something drawn on it."""


def flow_blocks(
    blocks: Sequence[Sequence[SheetRow]], columns: Iterable[SheetColumn], gap: float
) -> list[PlacedDrawing]:
    """Place blocks into columns, one after the other, with a gap between two in one column.

    A block that no empty column could hold is broken between its rows. `columns` go on for ever.
    """
    free = iter(columns)
    column = next(free)
    used, found = 0.0, []
    for block in blocks:
        high = sum(row.high for row in block)
        used += gap if used else 0.0
        if used and used + high > column.high:
            column, used = next(free), 0.0
        for row in block:
            if used and used + row.high > column.high:
                column, used = next(free), 0.0
            found.append(
                (column.page, f'<g transform="translate({column.left:g} {column.top + used:g})">{row.drawing}</g>')
            )
            used += row.high
    return found
