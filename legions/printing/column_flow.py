"""Layout of a sheet's rows in columns and pages, keeping the rows of a block together where possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row of a sheet: its height, and its drawing relative to its upper left corner."""

    high: float
    drawing: str


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A free strip of a page. `page` is its number, starting at 0."""

    page: int
    left: float
    top: float
    high: float


PlacedDrawing = tuple[int, str]
"""The number of a page, and a drawing on it."""


def flow_blocks(
    blocks: Sequence[Sequence[SheetRow]], columns: Iterable[SheetColumn], gap: float
) -> list[PlacedDrawing]:
    """Place blocks into columns one after the other, with a gap between the blocks of a column.

    A block that is higher than an empty column is split between its rows. `columns` is endless.
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
