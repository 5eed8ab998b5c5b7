"""Layout of a sheet's rows in columns and pages, keeping the rows of a block together where possible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace


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
    return _flow(blocks, columns, gap)[0]


def flow_bands(
    bands: Sequence[Sequence[SheetRow]], pages: Iterable[SheetColumn], gap: float
) -> tuple[list[PlacedDrawing], SheetColumn]:
    """Place bands below each other on pages, as blocks in columns, and return the free strip below the last one."""
    placed, page, used = _flow(bands, pages, gap)
    used += gap if used else 0.0
    return placed, replace(page, top=page.top + used, high=page.high - used)


def _flow(
    blocks: Sequence[Sequence[SheetRow]], columns: Iterable[SheetColumn], gap: float
) -> tuple[list[PlacedDrawing], SheetColumn, float]:
    """Return the placed drawings, the last column and its used height."""
    free = iter(columns)
    column = next(free)
    used = 0.0
    placed: list[PlacedDrawing] = []
    for block in blocks:
        high = sum(row.high for row in block)
        used += gap if used else 0.0
        if used and used + high > column.high:
            column, used = next(free), 0.0
        for row in block:
            if used and used + row.high > column.high:
                column, used = next(free), 0.0
            placed.append(
                (column.page, f'<g transform="translate({column.left:g} {column.top + used:g})">{row.drawing}</g>')
            )
            used += row.high
    return placed, column, used
