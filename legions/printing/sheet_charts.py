"""Charts of cards on a sheet: each next to the rows of its card."""

from collections.abc import Sequence

from catalog.faces.typography import LEADING, plain_text, wrap
from legions.cards.card_hooks import PrintedChart
from legions.printing.column_flow import SheetRow
from legions.printing.svg_pages import MUTED, STRONG, draw_line, draw_rule

CHART_WIDTH = 750
"""The width of a chart at full scale."""
GAP = 30
"""The space between the charts of a card."""


def beside_charts(
    card_rows: Sequence[SheetRow],
    charts: Sequence[PrintedChart],
    scale: float,
    chart_scale: float,
    wide: float,
    gutter: float,
) -> list[SheetRow]:
    """Return the rows of a card with its charts next to them, at the right edge of a second column.

    The columns have the width `wide`, with the gutter between them. The charts and a rule above both columns are drawn
    with the first row. If the charts are higher than the rows, an empty row adds the missing height.
    """
    full_width = 2 * wide + gutter
    each = min(CHART_WIDTH * chart_scale, (wide - GAP * (len(charts) - 1)) / len(charts))
    left = full_width - (each + GAP) * len(charts) + GAP
    drawings, high = [draw_rule(0, 0, full_width)], 0.0
    for place, chart in enumerate(charts):
        below = 0.0
        for row in _chart_rows(chart, each, scale):
            x = left + (each + GAP) * place
            drawings.append(f'<g transform="translate({x:g} {below:g})">{row.drawing}</g>')
            below += row.high
        high = max(high, below)
    first, *others = card_rows
    lack = high - sum(row.high for row in card_rows)
    return [
        SheetRow(first.high, first.drawing + "".join(drawings)),
        *others,
        *([SheetRow(lack, "")] if lack > 0 else []),
    ]


def _chart_rows(chart: PrintedChart, wide: float, scale: float) -> list[SheetRow]:
    """Return a chart under its title, with its note on the right; a note without a chart is below the title."""
    size, small = 26 * scale, 24 * scale
    title = draw_line(chart.title, 0, size * 1.4, size, wide * 0.5, more=STRONG)
    if chart.draw is None:
        return [SheetRow(size * 1.9, title), *_lines(chart.note, small, wide)]
    title += draw_line(chart.note, wide, size * 1.4, small, wide * 0.5, fill=MUTED, anchor="end")
    high, drawing = chart.draw(wide)
    return [SheetRow(size * 1.9, title), SheetRow(high + 10 * scale, drawing), *_lines(chart.key, small, wide)]


def _lines(text: str, size: float, wide: float) -> list[SheetRow]:
    return [
        SheetRow(size * LEADING, draw_line(line, 0, size, size, wide, fill=MUTED))
        for line in (wrap(plain_text(text), size, wide) if text else ())
    ]
