"""Text on drawn cards: sanitizing, measuring, wrapping and truncation without a layout engine."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

GLYPH_FILE = Path(__file__).resolve().parent / "glyphs.json"
WIDTHS_FILE = Path(__file__).resolve().parent / "extended_widths.json"
REGULAR, BOLD, DISPLAY, ITALIC = "alegreya-sans-400", "alegreya-sans-700", "alegreya-500", "alegreya-500-italic"
"""The fonts of drawings: text, bold text, names and figures, and italics."""
REST = "dejavu-sans-rest"
"""The font for letters that the other fonts lack."""
SIZE_ADJUST = {REGULAR: 1.08, BOLD: 1.08, DISPLAY: 1.0, ITALIC: 1.0}
"""Scale of each font relative to its type size (`size-adjust` in `fonts.css`)."""
REST_ADJUST = 0.88
"""Scale of the font for other letters, so that its letters match the height of the others."""
MISSING = "\N{WHITE SQUARE}"
"""The sign for a letter that no font has."""
# Characters forbidden in XML 1.0, invisible ones, and marks that change the direction of the following text.
_UNSAFE = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)

SERIF = "Alegreya, 'Alegreya fallback', 'Alegreya fallback two', Georgia, serif"
SANS = "'Alegreya Sans', 'Alegreya Sans fallback', Arial, sans-serif"
"""The fonts of the website, then fallbacks that it stretches to the same widths."""


@dataclass(frozen=True, slots=True)
class Font:
    """The letters of a font in thousandths of its type size, scaled by `size-adjust`.

    `widths` and `outlines` are keyed by letter, `pairs` has the kerning of pairs of letters.
    """

    widths: Mapping[str, float]
    outlines: Mapping[str, str]
    pairs: Mapping[str, float]
    adjust: float


@cache
def fonts() -> Mapping[str, Font]:
    """Return the fonts of drawings, keyed by name."""
    return {name: _font(SIZE_ADJUST[name], **font) for name, font in json.loads(GLYPH_FILE.read_bytes()).items()}


def _font(adjust: float, letters: dict[str, tuple[int, str]], pairs: dict[str, int]) -> Font:
    return Font(
        {letter: wide * adjust for letter, (wide, _outline) in letters.items()},
        {letter: outline for letter, (_wide, outline) in letters.items()},
        {pair: closer * adjust for pair, closer in pairs.items()},
        adjust,
    )


@cache
def extended_widths() -> Mapping[str, Mapping[str, float]]:
    """Return the widths of letters that only the extended fonts have, by font, in thousandths of the type size.

    They are the drawn widths. The font for all other letters has the key `REST`.
    """
    widths: Mapping[str, Mapping[str, float]] = json.loads(WIDTHS_FILE.read_bytes())
    return widths


@cache
def drawable_letters() -> frozenset[str]:
    """Return the letters that every font can draw, itself or by its extended font or the font for all others."""
    extended = extended_widths()
    each = (font.widths.keys() | extended[name].keys() for name, font in fonts().items())
    return frozenset.intersection(*map(frozenset, each)) | extended[REST].keys() | {"\n"}


def drawable_text(text: str) -> str:
    """Return a text with `MISSING` in place of each letter that no font has, so that all drawings look alike."""
    text = unicodedata.normalize("NFC", text)
    drawable = drawable_letters()
    if drawable.issuperset(text):
        return text
    return "".join(letter if letter in drawable else MISSING for letter in text)


def plain_text(value: object) -> str:
    """Return any value as one line of NFC text without characters forbidden in XML. It is not escaped."""
    return unicodedata.normalize("NFC", " ".join(_UNSAFE.sub("", str(value)).split()))


def schema_word(word: str) -> str:
    """Return a word of a schema, such as an alignment or an icon, in the language of the page."""
    return pgettext("value", word).replace("-", " ")


def capitalized_word(word: str) -> str:
    """Return a word of a schema in the language of the page, with a capital letter."""
    return capfirst(schema_word(word))


def not_known(fact: str) -> str:
    """Return the text for an unknown fact; `fact` is its name on the page."""
    return gettext("{fact} not known").format(fact=fact)


def width(string: str, size: float, font: str = REGULAR) -> float:
    """Return the width of a text at a type size, in the units of the size, without kerning."""
    widths = fonts()[font].widths
    return sum(widths.get(letter) or extended_width(letter, font) for letter in string) * size / 1000


def extended_width(letter: str, font: str = REGULAR) -> float:
    """Return the width of a letter that only an extended font has, or the space reserved for one that no font has.

    In thousandths of the type size.
    """
    if unicodedata.combining(letter):
        return 0
    extended = extended_widths()
    known = extended[font].get(letter) or extended[REST].get(letter)
    return known or (1000 if unicodedata.east_asian_width(letter) in "WF" else 600)


def cut(string: str, size: float, wide: float, font: str = REGULAR) -> str:
    """Return a text, truncated with an ellipsis if it is wider than the space."""
    if width(string, size, font) <= wide:
        return string
    wide -= width("…", size, font)
    for end, letter in enumerate(string):
        wide -= width(letter, size, font)
        if wide < 0:
            return string[:end].rstrip() + "…"
    return string


def fit(string: str, wide: float, largest: float, smallest: float, font: str = REGULAR) -> tuple[str, float]:
    """Return a text and the largest size at which it fits on one line; truncated at the smallest size."""
    size = min(largest, wide / max(width(string, 1, font), 0.001))
    return (string, size) if size >= smallest else (cut(string, smallest, wide, font), smallest)


def wrap(string: str, size: float, wide: float, font: str = REGULAR) -> list[str]:
    """Return a text in lines no wider than the space. Longer words are broken."""
    lines: list[str] = []
    line, used, space = "", 0.0, width(" ", size, font)
    for word in string.split():
        for piece in _pieces(word, size, wide, font):
            needed = width(piece, size, font)
            if line and used + space + needed > wide:
                lines.append(line)
                line, used = piece, needed
            else:
                used += needed + (space if line else 0)
                line = f"{line} {piece}" if line else piece
    return [*lines, line] if line else lines


def wrap_within(string: str, size: float, wide: float, most: int, font: str = REGULAR) -> list[str]:
    """Return a text in at most `most` lines no wider than the space, truncated with an ellipsis."""
    lines = wrap(string, size, wide, font)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], cut(f"{lines[most - 1]} …", size, wide, font)]


def _pieces(word: str, size: float, wide: float, font: str) -> list[str]:
    if width(word, size, font) <= wide:
        return [word]
    pieces, piece, used = [], "", 0.0
    for letter in word:
        needed = width(letter, size, font)
        if piece and used + needed > wide:
            pieces.append(piece)
            piece, used = "", 0.0
        piece += letter
        used += needed
    return [*pieces, piece]


def block(
    string: str, wide: float, height: float, sizes: Sequence[float], font: str = REGULAR
) -> tuple[list[str], float]:
    """Return lines and type size of a block of text: the first size that fits, or the last with truncated text."""
    for size in sizes:
        lines = wrap(string, size, wide, font)
        if len(lines) * size * LEADING <= height:
            return lines, size
    size = sizes[-1]
    return wrap_within(string, size, wide, max(1, int(height / (size * LEADING))), font), size


LEADING = 1.28


def text(
    string: str, x: float, y: float, size: float, *, fill: str, face: str = SANS, anchor: str = "start", more: str = ""
) -> str:
    """Return one line of text as SVG. The text is escaped here."""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.4g}" font-family="{face}" fill="{fill}"{place}{more}>'
        f"{escape(string)}</text>"
    )
