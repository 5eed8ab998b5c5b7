"""Charts as SVG, drawn by the server: horizontal bars, with all numbers in words and in a table.

Color is never the only difference: every bar has its number next to it, two kinds of bars also differ in their pattern,
and an unknown value is a dashed outline with a question mark.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any

from django.utils.formats import number_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from catalog.faces.typography import cut, plain_text
from legions.site.marked_text import language_attribute

WIDTH, LABEL_WIDTH, NUMBER_WIDTH = 360, 118, 58
"""Widths in SVG units: the whole chart, the labels on the left and the numbers on the right."""
BAR_HEIGHT, BAR_GAP = 14, 8
FONT_SIZE = 13
COLUMN_WIDTH, COLUMN_GAP, COLUMN_HEIGHT, LABEL_HEIGHT = 17, 6, 64, 16
"""Measures of the chart in columns, in SVG units."""
MAX_COLUMN_GROUPS = 9
MAX_ROWS = 40
"""The maximum number of rows in the drawing. The table has all of them."""


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One row of a chart: a label and, for each kind of bar, a number (None if unknown) and its text.

    A label in another language than the page is a marked text.
    """

    label: str
    numbers: tuple[float | None, ...]
    texts: tuple[str, ...] = ()

    def words(self, place: int) -> str:
        """Return a number as text, a question mark if it is unknown."""
        if self.texts:
            return self.texts[place]
        number = self.numbers[place]
        return "?" if number is None else f"{number:g}"

    def long_words(self, place: int) -> str:
        """Return a number as text, "not known" if it is unknown."""
        return _("not known") if self.numbers[place] is None else self.words(place)


@dataclass(frozen=True)
class Plot:
    """Rows of bars under a title. `kinds` names what the bars count, one or two kinds; `note` is an optional remark."""

    title: str
    kinds: tuple[str, ...]
    rows: tuple[PlotRow, ...]
    note: str = ""

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """The chart as a table: for each row its label and the text of each number."""
        return [(row.label, [row.long_words(place) for place in range(len(self.kinds))]) for row in self.rows]

    @property
    def words(self) -> str:
        """The chart as one sentence, for screen readers."""
        return "; ".join(
            f"{label}: {', '.join(f'{value} {kind}' for value, kind in zip(values, self.kinds, strict=True))}"
            for label, values in self.table[:MAX_ROWS]
        )

    @cached_property
    def drawn(self) -> SafeString:
        """The chart as SVG, empty without rows."""
        rows = self.rows[:MAX_ROWS]
        if not rows:
            return SafeString("")
        each = BAR_HEIGHT * len(self.kinds) + BAR_GAP
        most = max((number or 0 for row in rows for number in row.numbers), default=0) or 1
        bars = "".join(self._row(place * each, row, most) for place, row in enumerate(rows))
        high = each * len(rows)
        return mark_safe(  # noqa: S308 - numbers are ours, words escaped
            f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {high}" width="{WIDTH}" height="{high}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.words)}.</desc>{bars}"
            f'<path class="plot__line" d="M{LABEL_WIDTH + 6.5} 0V{high - BAR_GAP / 2}"/></svg>'
        )

    @cached_property
    def columns(self) -> SafeString:
        """The chart as SVG with a column for each number, for short labels and few rows; empty without rows."""
        rows = self.rows[:MAX_COLUMN_GROUPS]
        if not rows:
            return SafeString("")
        each = COLUMN_WIDTH * len(self.kinds) + COLUMN_GAP
        most = max((number or 0 for row in rows for number in row.numbers), default=0) or 1
        bars = "".join(self._column(number * each, row, most) for number, row in enumerate(rows))
        wide, high = each * len(rows), COLUMN_HEIGHT + 2 * LABEL_HEIGHT
        return mark_safe(  # noqa: S308 - numbers are ours, words escaped
            f'<svg class="plot" role="img" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
            f"<title>{escape(self.title)}</title><desc>{escape(self.words)}.</desc>{bars}"
            f'<path class="plot__line" d="M0 {COLUMN_HEIGHT + LABEL_HEIGHT + 0.5}H{wide}"/></svg>'
        )

    def _column(self, left: float, row: PlotRow, most: float) -> str:
        floor = COLUMN_HEIGHT + LABEL_HEIGHT
        middle = left + (COLUMN_WIDTH * len(self.kinds) + COLUMN_GAP) / 2
        label = cut(plain_text(row.label), FONT_SIZE, COLUMN_WIDTH * len(self.kinds) + COLUMN_GAP)
        drawn = f'<text class="plot__column-label" x="{middle:g}" y="{floor + FONT_SIZE + 2}">{escape(label)}</text>'
        for place, number in enumerate(row.numbers):
            start = left + COLUMN_GAP / 2 + place * COLUMN_WIDTH
            long = max(0, number or 0) * COLUMN_HEIGHT / most
            text = escape(row.words(place)) if number != 0 else ""
            drawn += (
                f'<rect class="plot__bar plot__bar--{("first", "second")[place]}" x="{start + 1:g}"'
                f' y="{floor - long:.4g}" width="{COLUMN_WIDTH - 2}" height="{long:.4g}"/>'
                f'<text class="plot__column-label" x="{start + COLUMN_WIDTH / 2:g}" y="{floor - long - 3:.4g}">'
                f"{text}</text>"
            )
        return drawn

    def _row(self, top: float, row: PlotRow, most: float) -> str:
        middle = top + BAR_HEIGHT * len(self.kinds) / 2 + FONT_SIZE * 0.35
        label = cut(plain_text(row.label), FONT_SIZE, LABEL_WIDTH)
        attributes = f'class="plot__label" x="{LABEL_WIDTH}" y="{middle:g}"{language_attribute(row.label)}'
        drawn = f"<text {attributes}>{escape(label)}</text>"
        for place in range(len(self.kinds)):
            drawn += _bar(top + place * BAR_HEIGHT, row, place, most)
        return drawn


def _bar(top: float, row: PlotRow, place: int, most: float) -> str:
    number, left = row.numbers[place], LABEL_WIDTH + 7
    if number is None:
        long = 34.0
        drawn = f'<rect class="plot__unknown" x="{left + 1}" y="{top + 2:g}" width="{long}" height="{BAR_HEIGHT - 4}"/>'
    else:
        long = max(0, number) * (WIDTH - LABEL_WIDTH - NUMBER_WIDTH) / most
        name = ("first", "second")[place]
        drawn = (
            f'<rect class="plot__bar plot__bar--{name}" x="{left}" y="{top + 1:g}" width="{long:.4g}"'
            f' height="{BAR_HEIGHT - 2}"/>'
        )
    words = escape(row.words(place))
    label = f'<text class="plot__number" x="{left + long + 5:.4g}" y="{top + BAR_HEIGHT - 3:g}">{words}</text>'
    return drawn + label


def count_plot(title: Any, kind: Any, numbers: Sequence[tuple[str, float | None]], note: str = "") -> Plot:
    """Return a chart with one bar for each label."""
    return Plot(str(title), (str(kind),), tuple(PlotRow(label, (number,)) for label, number in numbers), note)


def percent(chance: Fraction) -> str:
    """Return a probability as a percentage. It is never 0 or 100 % unless the probability is 0 or 1."""
    if chance in (0, 1):
        return f"{int(chance) * 100}\u00a0%"
    return f"{_localized(min(99.9, max(0.1, float(100 * chance))), 1)}\u00a0%"


def _localized(number: float, places: int) -> str:
    """Return a number, rounded instead of truncated as Django does, in the format of the current language."""
    return str(number_format(Decimal(f"{number:.{places}f}"), places))


def decimal(number: float, *, signed: bool = False) -> str:
    """Return a number with two decimal places in the format of the current language, with a plus sign if `signed`."""
    words = _localized(abs(number), 2)
    sign = "-" if number < 0 else "+" if signed else ""
    return sign + words
