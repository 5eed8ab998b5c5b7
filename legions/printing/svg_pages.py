"""Paper sizes and drawing on pages: SVG with a unit of a tenth of a millimeter."""

import re
from dataclasses import dataclass
from html import escape
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.faces.marks import PEN, strokes
from catalog.faces.typography import BOLD, DISPLAY, REGULAR, SANS, SERIF, cut, drawable_text, plain_text, text
from legions.site.marked_text import needs_mark

INK, MUTED, LINE = "#211c15", "#5f5546", "#b9ad98"
OUTCOMES = {"legal": "#2c7a4b", "illegal": "#b3271e", "unfinished": "#8a5a00", "undetermined": "#8a5a00"}
STRONG = ' font-weight="700"'

_COLOUR = re.compile(r'(?<==")#([0-9a-f]{6}|[0-9a-f]{3})(?=")')
_IDS = re.compile(r' id="([^"]+)"|="url\(#([^)"]+)\)"')
_OWN = re.compile(r' (?:width|height|class)="[^"]*"')


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size."""

    slug: str
    title: Any
    wide: int
    high: int


PAPERS = (Paper("a4", gettext_lazy("A4"), 2100, 2970), Paper("letter", gettext_lazy("US Letter"), 2159, 2794))
A4 = PAPERS[0]


def svg_page(paper: Paper, drawing: str, number: int, whole: int, *, grey: bool) -> str:
    """Return a page as a complete SVG with its page number; with `grey` in grayscale."""
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="printed__page" viewBox="0 0 {paper.wide} {paper.high}"'
        f' width="{paper.wide / 10:g}mm" height="{paper.high / 10:g}mm"'
        f' role="group" aria-label="{escape(page_number_words(number, whole))}">'
        f'<rect width="{paper.wide}" height="{paper.high}" fill="#ffffff"/>{_own_ids(drawing, number)}</svg>'
    )
    drawn = drawable_text(drawn)
    return _COLOUR.sub(_grey, drawn) if grey else drawn


def page_number_words(number: int, whole: int) -> str:
    return _("Page %(number)d of %(whole)d") % {"number": number, "whole": whole}


def _own_ids(drawing: str, number: int) -> str:
    """Return a drawing with unique ids, even next to other pages or with a repeated card."""
    own: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        if match[1]:
            own[match[1]] = f"{match[1]}-{number}-{match.start()}"
            return f' id="{own[match[1]]}"'
        return f'="url(#{own.get(match[2], match[2])})"'

    return _IDS.sub(renamed, drawing)


def _grey(colour: re.Match[str]) -> str:
    """Return the gray with the luminance of a color."""
    digits = colour[1] if len(colour[1]) == 6 else "".join(2 * digit for digit in colour[1])
    red, green, blue = bytes.fromhex(digits)
    return "#" + 3 * f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}"


def embed_drawing(drawing: str, x: float, y: float, wide: float, high: float) -> str:
    """Return a complete drawing placed into a page at this position and size.

    Its class is removed, so that the style sheets of other pages do not apply.
    """
    head, _end, rest = drawing.partition(">")
    return f'{_OWN.sub("", head)} x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}">{rest}'


def draw_mark(name: str, x: float, y: float, size: float, colour: str = INK) -> str:
    """Return a mark with its upper left corner at (x, y)."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({size / 24:.4g})" color="{colour}" {PEN}>'
        f"{strokes(name).replace('currentColor', colour)}</g>"
    )


def draw_line(
    content: Any,
    x: float,
    y: float,
    size: float,
    space: float,
    *,
    fill: str = INK,
    serif: bool = False,
    anchor: str = "start",
    more: str = "",
) -> str:
    """Return one line of text, cut to the available space."""
    font = DISPLAY if serif else BOLD if STRONG in more else REGULAR
    shown = cut(plain_text(content), size, space, font)
    return text(shown, x, y, size, fill=fill, face=SERIF if serif else SANS, anchor=anchor, more=more)


def in_language(language: str) -> str:
    """Return the attribute, for `more`, that marks a text in a language other than that of the sheet."""
    return f' lang="{language}"' if needs_mark(language) else ""


def draw_rule(x: float, y: float, end: float, colour: str = LINE) -> str:
    """Return a thin horizontal line."""
    return f'<path d="M{x:g} {y:g}H{end:g}" stroke="{colour}" stroke-width="2"/>'
