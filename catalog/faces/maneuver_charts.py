"""Charts of maneuvers as players know them from dials: speeds upward, bearings across, an arrow for each maneuver.

Signs repeat the color of maneuvers, so that a chart is readable in black and white: green arrows have a minus, for one
Exhaustion Token less, and red arrows a plus. White arrows are hollow on paper.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from catalog.faces.coats_of_arms import INK
from catalog.faces.parts import LINE, QUIET
from catalog.faces.typography import fit, schema_word, text

Maneuver = Mapping[str, Any]

COLUMNS = (
    ("turn", "left"),
    ("bank", "left"),
    ("straight", "none"),
    ("bank", "right"),
    ("turn", "right"),
    ("turnabout", "none"),
)
"""The columns of a chart from left to right, by bearing and side."""
MIDDLE = COLUMNS.index(("straight", "none"))
"""The column of straight maneuvers, and of pivots and falling back, which have rows of their own."""
TURNABOUT, FALL_BACK = "turnabout", "fall-back"
FLIGHT = "flight"
DIALS = ("ground", FLIGHT, None)
"""The dials in the order of their charts; None is a dial that is not known."""

ARROWS = {
    "straight": "M12 20V4M7.5 8.5L12 4L16.5 8.5",
    "bank": "M8 20.5V15.5C8 11 10.5 8.8 16 6.4M10.5 4.9L16.4 6.2L14 11.8",
    "turn": "M7 20.5V14Q7 9 12 9H19M14.5 4.5L19 9L14.5 13.5",
    "turnabout": "M7 20.5V9.5A5 5 0 0 1 17 9.5V17.5M12.5 13.5L17 18L21.5 13.5",
    "fall-back": "M12 4V20M7.5 15.5L12 20L16.5 15.5",
    "pivot": "M17.5 7.5A7 7 0 1 0 19 12.5M18.8 3V8.2H13.6",
}
"""The arrow of each bearing in a field of 24 x 24, to the right for one with a side."""
SIGNS = {"white": "", "green": "\N{MINUS SIGN}", "red": "+"}
"""The sign next to an arrow of each color."""
PAPER_INKS = {"white": "#ffffff", "green": "#2c7a4b", "red": "#b3271e"}
"""The ink of the arrows of each color on paper, within a dark outline."""
STRONG = ' font-weight="700"'
_SHADE = "#f3f0ea"

ROW_SHARE, LABEL_SHARE = 0.118, 0.1
"""The height of a row and the width of its label, as shares of the width of a chart."""
FOOT_SHARE = 0.62
"""The height of the names of the bearings, as a share of the height of a row."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One speed of a dial: the maneuvers of each column. `back` is true for the row of a maneuver that falls back."""

    speed: int
    back: bool
    cells: tuple[tuple[Maneuver, ...], ...]


@dataclass(frozen=True, slots=True)
class DialChart:
    """The maneuvers of one dial, the fastest row first; `dial` is None if it is not known."""

    dial: str | None
    rows: tuple[ChartRow, ...]

    @property
    def maneuvers(self) -> list[Maneuver]:
        """The maneuvers in the order of rows and columns."""
        return [maneuver for row in self.rows for cell in row.cells for maneuver in cell]

    @property
    def headings(self) -> list[str]:
        """The names of the columns. A turnabout in flight is a wingover."""
        return [bearing_words(bearing, dial=self.dial) for bearing, _side in COLUMNS]


def maneuver_charts(maneuvers: Iterable[Maneuver]) -> list[DialChart]:
    """Return a chart for each dial with maneuvers, the ground dial first."""
    ordered = sorted(maneuvers, key=_order)
    return [
        DialChart(dial, tuple(_row(list(of_row)) for _key, of_row in groupby(of_dial, key=_order)))
        for dial, of_dial in groupby(ordered, key=lambda maneuver: maneuver["dial"])
    ]


def _order(maneuver: Maneuver) -> tuple[int, bool, int]:
    """Return the place of a maneuver's row: by dial, then from fast to slow, then backward."""
    back = maneuver["bearing"] == FALL_BACK
    return DIALS.index(maneuver["dial"]), back, maneuver["speed"] if back else -maneuver["speed"]


def _row(maneuvers: list[Maneuver]) -> ChartRow:
    cells: list[list[Maneuver]] = [[] for _column in COLUMNS]
    for maneuver in maneuvers:
        place = maneuver["bearing"], maneuver["side"]
        cells[COLUMNS.index(place) if place in COLUMNS else MIDDLE].append(maneuver)
    first = maneuvers[0]
    return ChartRow(first["speed"], first["bearing"] == FALL_BACK, tuple(map(tuple, cells)))


def bearing_words(bearing: str, side: str = "none", dial: str | None = None) -> str:
    """Return a bearing with its side in words. A turnabout on the dial of flight is a wingover."""
    word = _("wingover") if bearing == TURNABOUT and dial == FLIGHT else schema_word(bearing)
    return word if side == "none" else f"{word} {schema_word(side)}"


def maneuver_words(maneuver: Maneuver) -> str:
    words = bearing_words(maneuver["bearing"], maneuver["side"])
    return f"{words} {maneuver['speed']} {schema_word(maneuver['colour'])}"


def draw_chart(chart: DialChart, wide: float, row_height: float | None = None) -> tuple[float, str]:
    """Return the height of a chart on paper, and its drawing with the upper left corner at (0, 0)."""
    row, label = row_height or wide * ROW_SHARE, wide * LABEL_SHARE
    column = (wide - label) / len(COLUMNS)
    low = row * len(chart.rows)
    high = low + row * FOOT_SHARE
    parts = [
        f'<rect x="{label + MIDDLE * column:.5g}" width="{column:.5g}" height="{high:.5g}" fill="{_SHADE}"/>',
        _lines(wide, label, column, row, len(chart.rows), high),
    ]
    for number, line in enumerate(chart.rows):
        parts.append(_label(line, label / 2, number * row, row))
        for place, maneuvers in enumerate(line.cells):
            each = column / max(len(maneuvers), 1)
            parts += [
                _tile(maneuver, label + place * column + turn * each, number * row, each, row)
                for turn, maneuver in enumerate(maneuvers)
            ]
    for place, heading in enumerate(chart.headings):
        words, size = fit(heading, column * 0.94, row * 0.27, row * 0.15)
        x, y = label + (place + 0.5) * column, low + row * FOOT_SHARE * 0.65
        parts.append(text(words, x, y, size, fill=QUIET, anchor="middle"))
    return high, "".join(parts)


def _lines(wide: float, label: float, column: float, row: float, row_count: int, high: float) -> str:
    across = "".join(f"M0 {row * number:.5g}H{wide:.5g}" for number in range(1, row_count + 1))
    down = "".join(f"M{label + column * number:.5g} 0V{high:.5g}" for number in range(len(COLUMNS)))
    frame = f'<rect width="{wide:.5g}" height="{high:.5g}" rx="{row * 0.14:.3g}"/>'
    return f'<g fill="none" stroke="{LINE}" stroke-width="1.8">{frame}<path d="{across}{down}"/></g>'


def _label(line: ChartRow, x: float, y: float, row: float) -> str:
    """Return the number of a row, with a word below it if the row is of a maneuver that falls back."""
    low = y + row * (0.5 if line.back else 0.64)
    speed = text(str(line.speed), x, low, row * 0.4, fill=INK, anchor="middle", more=STRONG)
    if not line.back:
        return speed
    words, size = fit(_("back"), x * 1.9, row * 0.25, row * 0.12)
    return speed + text(words, x, y + row * 0.82, size, fill=QUIET, anchor="middle")


def _tile(maneuver: Maneuver, x: float, y: float, wide: float, high: float) -> str:
    """Return the arrow of a maneuver in its cell, its sign at the upper right, and its words as a tooltip."""
    colour, size = maneuver["colour"], min(high * 0.8, wide * 0.95)
    mirror = ' transform="matrix(-1 0 0 1 24 0)"' if maneuver["side"] == "left" else ""
    arrow = f'd="{ARROWS[maneuver["bearing"]]}"{mirror}'
    sign = text(SIGNS[colour], 24.5, 7.5, 9, fill=PAPER_INKS[colour], more=STRONG) if SIGNS[colour] else ""
    return (
        f'<g transform="translate({x + (wide - size) / 2:.5g} {y + (high - size) / 2:.5g}) scale({size / 24:.4g})">'
        f"<title>{capfirst(maneuver_words(maneuver))}</title>"
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path {arrow} stroke="{INK}"'
        f' stroke-width="4.6"/><path {arrow} stroke="{PAPER_INKS[colour]}" stroke-width="2.6"/></g>{sign}</g>'
    )
