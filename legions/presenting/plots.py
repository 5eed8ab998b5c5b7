"""Small plots as SVG: pairs of bars, with all their numbers in words for who does not see them."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

HIGH, BAR, GAP, PAIR = 96, 13, 2, 44


class Bars(NamedTuple):
    """Two numbers that belong to one word."""

    label: str
    first: int
    second: int


def pairs(title: str, first: str, second: str, rows: Sequence[Bars]) -> SafeString:
    """Return a plot of two bars a row, of which `first` and `second` say what they count; empty without rows."""
    if not rows:
        return SafeString("")
    most = max((max(row.first, row.second) for row in rows), default=0) or 1
    told = "; ".join(f"{row.label}: {row.first} {first}, {row.second} {second}" for row in rows)
    drawn = "".join(_pair(place, row, most) for place, row in enumerate(rows))
    wide = PAIR * len(rows)
    return mark_safe(  # noqa: S308 - numbers are ours, words escaped
        f'<svg class="plot" role="img" viewBox="0 0 {wide} {HIGH + 34}" width="{wide}" height="{HIGH + 34}">'
        f"<title>{escape(title)}</title><desc>{escape(told)}.</desc>"
        f'<path class="plot__line" d="M0 {HIGH + 16.5}H{wide}"/>{drawn}</svg>'
    )


def _pair(place: int, row: Bars, most: int) -> str:
    left = place * PAIR + (PAIR - 2 * BAR - GAP) / 2
    drawn = _bar(left, row.first, most, "first") + _bar(left + BAR + GAP, row.second, most, "second")
    middle = place * PAIR + PAIR / 2
    return f'{drawn}<text class="plot__label" x="{middle:g}" y="{HIGH + 31}">{escape(row.label)}</text>'


def _bar(left: float, number: int, most: int, which: str) -> str:
    if not number:
        return ""
    high = number * HIGH / most
    top = HIGH + 16 - high
    return (
        f'<rect class="plot__bar plot__bar--{which}" x="{left:g}" y="{top:.4g}" width="{BAR}" height="{high:.4g}"/>'
        f'<text class="plot__number" x="{left + BAR / 2:g}" y="{top - 3:.4g}">{number}</text>'
    )
