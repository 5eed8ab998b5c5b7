"""Words on a drawn card: made safe, measured, wrapped and cut without a layout engine."""

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
"""The fonts that drawings are set in: the text, what is strong in it, names and figures, and italics."""
REST = "dejavu-sans-rest"
"""The font for letters that none of those has."""
SIZE_ADJUST = {REGULAR: 1.08, BOLD: 1.08, DISPLAY: 1.0, ITALIC: 1.0}
"""How much larger each is drawn than its type size says (`size-adjust` in `fonts.css`)."""
REST_ADJUST = 0.88
"""How much smaller that font is drawn, so that its letters are as high as those beside them."""
MISSING = "\N{WHITE SQUARE}"
"""The sign for a letter that no font has."""
# What XML 1.0 forbids, and the marks that would turn the direction of what follows.
_UNSAFE = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)

SERIF = "Alegreya, 'Alegreya fallback', 'Alegreya fallback two', Georgia, serif"
SANS = "'Alegreya Sans', 'Alegreya Sans fallback', Arial, sans-serif"
"""The fonts of the website, then those that it stretches to the same widths."""


@dataclass(frozen=True, slots=True)
class Font:
    """The letters of a font in thousandths of its type size, as `size-adjust` leaves it.

    `widths` are those of the letters, `outlines` their paths, `pairs` those that stand closer or further apart.
    """

    widths: Mapping[str, float]
    outlines: Mapping[str, str]
    pairs: Mapping[str, float]
    adjust: float


@cache
def fonts() -> Mapping[str, Font]:
    """Return the fonts that drawings are set in, by name."""
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
    """Return the widths of letters that only the extended fonts have, by font, in thousandths of the size.

    They are as drawn. Those of the font for all other letters are under its own name, `REST`.
    """
    widths: Mapping[str, Mapping[str, float]] = json.loads(WIDTHS_FILE.read_bytes())
    return widths


@cache
def drawable_letters() -> frozenset[str]:
    """Return the letters that each of the fonts draws, itself or by its extended font or the font for all others."""
    extended = extended_widths()
    each = (font.widths.keys() | extended[name].keys() for name, font in fonts().items())
    return frozenset.intersection(*map(frozenset, each)) | extended[REST].keys() | {"\n"}


def drawable_text(text: str) -> str:
    """Return a text with the sign `MISSING` for each letter that no font has, so that all drawings show the same."""
    text = unicodedata.normalize("NFC", text)
    drawable = drawable_letters()
    if drawable.issuperset(text):
        return text
    return "".join(letter if letter in drawable else MISSING for letter in text)


def plain_text(words: object) -> str:
    """Return any value as one line of characters that may stand in XML, composed where they can be, not yet escaped."""
    return unicodedata.normalize("NFC", " ".join(_UNSAFE.sub("", str(words)).split()))


def schema_word(word: str) -> str:
    """A word of a schema, an alignment or an icon, in the language of the page."""
    return pgettext("value", word).replace("-", " ")


def capitalized_word(word: str) -> str:
    """The same as it stands alone or begins a line."""
    return capfirst(schema_word(word))


def not_known(fact: str) -> str:
    """What is said in place of a fact that is not known; `fact` is what it is called on the page."""
    return gettext("{fact} not known").format(fact=fact)


def width(words: str, size: float, font: str = REGULAR) -> float:
    """How wide the words are at a type size, in the units of the size; letters that stand closer are not counted in."""
    widths = fonts()[font].widths
    return sum(widths.get(letter) or extended_width(letter, font) for letter in words) * size / 1000


def extended_width(letter: str, font: str = REGULAR) -> float:
    """Return the width of a letter that only an extended font has, or the room for one that no font has.

    In thousandths of the type size.
    """
    if unicodedata.combining(letter):
        return 0
    extended = extended_widths()
    known = extended[font].get(letter) or extended[REST].get(letter)
    return known or (1000 if unicodedata.east_asian_width(letter) in "WF" else 600)


def cut(words: str, size: float, wide: float, font: str = REGULAR) -> str:
    """The words, or as many letters of them as the room holds and an ellipsis."""
    if width(words, size, font) <= wide:
        return words
    wide -= width("…", size, font)
    for end, letter in enumerate(words):
        wide -= width(letter, size, font)
        if wide < 0:
            return words[:end].rstrip() + "…"
    return words


def fit(words: str, wide: float, largest: float, smallest: float, font: str = REGULAR) -> tuple[str, float]:
    """The words and the largest size at which they stand on one line; cut at the smallest."""
    size = min(largest, wide / max(width(words, 1, font), 0.001))
    return (words, size) if size >= smallest else (cut(words, smallest, wide, font), smallest)


def wrap(words: str, size: float, wide: float, font: str = REGULAR) -> list[str]:
    """The words in lines no wider than the room; a word that is wider alone is broken."""
    lines: list[str] = []
    line, used, space = "", 0.0, width(" ", size, font)
    for word in words.split():
        for piece in _pieces(word, size, wide, font):
            needed = width(piece, size, font)
            if line and used + space + needed > wide:
                lines.append(line)
                line, used = piece, needed
            else:
                used += needed + (space if line else 0)
                line = f"{line} {piece}" if line else piece
    return [*lines, line] if line else lines


def wrap_within(words: str, size: float, wide: float, most: int, font: str = REGULAR) -> list[str]:
    """Return the words in at most `most` lines no wider than the room; what has no room ends in an ellipsis."""
    lines = wrap(words, size, wide, font)
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
    words: str, wide: float, height: float, sizes: Sequence[float], font: str = REGULAR
) -> tuple[list[str], float]:
    """Lines and type size for a block of text: the first size that fits, else the last one with the rest left off."""
    for size in sizes:
        lines = wrap(words, size, wide, font)
        if len(lines) * size * LEADING <= height:
            return lines, size
    size = sizes[-1]
    return wrap_within(words, size, wide, max(1, int(height / (size * LEADING))), font), size


LEADING = 1.28


def text(
    words: str, x: float, y: float, size: float, *, fill: str, face: str = SANS, anchor: str = "start", more: str = ""
) -> str:
    """One line of type; the words are escaped here and nowhere else."""
    place = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:.4g}" font-family="{face}" fill="{fill}"{place}{more}>'
        f"{escape(words)}</text>"
    )
