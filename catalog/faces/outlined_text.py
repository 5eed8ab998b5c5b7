"""Conversion of text in drawings to outlines, which look the same in every program and need no font.

The outlines are the letters of the website's fonts, each defined once and referenced where it is used. The words remain
in the title and description of the drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

from catalog.faces.typography import BOLD, DISPLAY, ITALIC, REGULAR, Font, extended_width, fonts

_TEXT = re.compile(r"<text\b.*?</text>", re.DOTALL)
_HEAD = re.compile(r"<svg\b[^>]*>")
_LINK = ' xmlns:xlink="http://www.w3.org/1999/xlink"'
"""The older namespace of references, which every SVG program supports."""
_KEYS = {REGULAR: "s", BOLD: "b", DISPLAY: "d", ITALIC: "i"}


class _Run(NamedTuple):
    """Words in one font, size and color. Without a position they follow the previous run."""

    words: str
    style: dict[str, str]
    at: tuple[float, float] | None


class _Letters:
    """The letters used in a drawing, each once."""

    def __init__(self) -> None:
        self.drawn: dict[str, str] = {}

    def use(self, letter: str, name: str, font: Font) -> str:
        """Return the id of a letter in the drawing, and define the letter."""
        key = f"{_KEYS[name]}{ord(letter):x}"
        self.drawn[key] = font.outlines[letter]
        return key

    def __str__(self) -> str:
        return "".join(f'<path id="{key}" d="{outline}"/>' for key, outline in self.drawn.items())


def outlined(drawing: str) -> str:
    """Return a complete drawing of this package with its text as outlines."""
    letters = _Letters()
    drawn = _TEXT.sub(lambda match: "".join(_runs(match[0], letters)), drawing)
    head = _HEAD.match(drawn)
    if head is None or not letters.drawn:
        return drawn
    return f"{head[0][:-1]}{_LINK}><defs>{letters}</defs>{drawn[head.end() :]}"


def _runs(element: str, letters: _Letters) -> Iterator[str]:
    """Yield the drawings of one text element, line by line."""
    pen = (0.0, 0.0)
    for run in _read(element):
        size, spacing = float(run.style["font-size"]), float(run.style.get("letter-spacing", 0))
        places, wide = _places(run.words, _font_name(run.style), size, spacing)
        x, y = run.at or pen
        x -= wide * {"middle": 0.5, "end": 1.0}.get(run.style.get("text-anchor", ""), 0.0)
        pen = (x + wide, y)
        yield _draw(run, places, (x, y, size), letters)


def _read(element: str) -> Iterator[_Run]:
    root = ElementTree.fromstring(element)  # noqa: S314 - our own drawing
    lines = list(root)
    if not lines:
        yield _Run(root.text or "", root.attrib, _place(root.attrib))
    for number, line in enumerate(lines):
        place = _place(line.attrib) or (None if number else _place(root.attrib))
        yield _Run(line.text or "", {**root.attrib, **line.attrib}, place)


def _place(attributes: dict[str, str]) -> tuple[float, float] | None:
    return (float(attributes["x"]), float(attributes["y"])) if "y" in attributes else None


def _font_name(style: dict[str, str]) -> str:
    if "Sans" in style["font-family"].partition(",")[0]:
        return BOLD if style.get("font-weight") == "700" else REGULAR
    return ITALIC if style.get("font-style") == "italic" else DISPLAY


def _places(text: str, name: str, size: float, spacing: float) -> tuple[list[float], float]:
    """Return the position of each letter in thousandths of the type size, and the drawn width of all of them."""
    font, places, x, before = fonts()[name], [], 0.0, ""
    for letter in text:
        x += font.pairs.get(before + letter, 0)
        places.append(x)
        x += font.widths.get(letter) or extended_width(letter, name)
        x += spacing * 1000 / size
        before = letter
    return places, x * size / 1000


def _draw(run: _Run, places: list[float], position: tuple[float, float, float], letters: _Letters) -> str:
    """Return the drawing of a run. Letters that the fonts lack remain text, in the reserved space."""
    x, y, size = position
    name = _font_name(run.style)
    font = fonts()[name]
    uses, rest = "", ""
    for letter, place in zip(run.words, places, strict=True):
        if letter not in font.outlines:
            rest += _word(letter, x + place * size / 1000, y, run.style)
        elif font.outlines[letter]:
            uses += f'<use xlink:href="#{letters.use(letter, name, font)}" x="{place / font.adjust:.0f}"/>'
    scale = size * font.adjust / 1000
    fill = run.style["fill"]
    return f'<g fill="{fill}" transform="translate({x:.5g} {y:.5g}) scale({scale:.4g})">{uses}</g>{rest}'


def _word(letter: str, x: float, y: float, style: dict[str, str]) -> str:
    size = float(style["font-size"])
    room = extended_width(letter, _font_name(style)) * size / 1000
    held = f' textLength="{room:.4g}" lengthAdjust="spacingAndGlyphs"' if room else ""
    return (
        f'<text x="{x:.5g}" y="{y:.5g}" font-size="{size:.4g}" font-family="sans-serif" fill="{style["fill"]}"{held}>'
        f"{escape(letter)}</text>"
    )
