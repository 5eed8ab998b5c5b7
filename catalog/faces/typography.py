"""Words on a drawn card: made safe, measured, wrapped and cut without a layout engine."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from html import escape

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

# Widths of the printable ASCII characters in thousandths of the type size. They are those of a common sans, a little
# wider than the house's own type, so that a line that fits here also fits when only a fallback font is there.
_ASCII = dict(
    zip(
        map(chr, range(32, 127)),
        (
            *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
            *(556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556),
            *(1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778),
            *(667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556),
            *(333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
            *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
        ),
        strict=True,
    )
)
# What XML 1.0 forbids, and the marks that would turn the direction of what follows.
_UNSAFE = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)

SERIF = "Alegreya, Georgia, 'Times New Roman', serif"
SANS = "'Alegreya Sans', 'Gill Sans', Calibri, Arial, sans-serif"


def plain_text(words: object) -> str:
    """Any value as one line of characters that may stand in XML, not yet escaped."""
    return " ".join(_UNSAFE.sub("", str(words)).split())


def schema_word(word: str) -> str:
    """A word of a schema, an alignment or an icon, in the language of the page."""
    return pgettext("value", word).replace("-", " ")


def capitalized_word(word: str) -> str:
    """The same as it stands alone or begins a line."""
    return capfirst(schema_word(word))


def not_known(fact: str) -> str:
    """What is said in place of a fact that is not known; `fact` is what it is called on the page."""
    return gettext("{fact} not known").format(fact=fact)


def width(words: str, size: float) -> float:
    """About how wide the words are at a type size, in the units of the size."""
    return sum(_ASCII.get(letter) or _wide(letter) for letter in words) * size / 1000


def _wide(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 1000 if unicodedata.east_asian_width(letter) in "WF" else 600


def cut(words: str, size: float, wide: float) -> str:
    """The words, or as many letters of them as the room holds and an ellipsis."""
    if width(words, size) <= wide:
        return words
    wide -= width("…", size)
    for end, letter in enumerate(words):
        wide -= width(letter, size)
        if wide < 0:
            return words[:end].rstrip() + "…"
    return words


def fit(words: str, wide: float, largest: float, smallest: float) -> tuple[str, float]:
    """The words and the largest size at which they stand on one line; cut at the smallest."""
    size = min(largest, wide / max(width(words, 1), 0.001))
    return (words, size) if size >= smallest else (cut(words, smallest, wide), smallest)


def wrap(words: str, size: float, wide: float) -> list[str]:
    """The words in lines no wider than the room; a word that is wider alone is broken."""
    lines: list[str] = []
    line, used, space = "", 0.0, width(" ", size)
    for word in words.split():
        for piece in _pieces(word, size, wide):
            needed = width(piece, size)
            if line and used + space + needed > wide:
                lines.append(line)
                line, used = piece, needed
            else:
                used += needed + (space if line else 0)
                line = f"{line} {piece}" if line else piece
    return [*lines, line] if line else lines


def _pieces(word: str, size: float, wide: float) -> list[str]:
    if width(word, size) <= wide:
        return [word]
    step = max(1, int(wide / size))
    return [word[start : start + step] for start in range(0, len(word), step)]


def block(words: str, wide: float, height: float, sizes: Sequence[float]) -> tuple[list[str], float]:
    """Lines and type size for a block of text: the first size that fits, else the last one with the rest left off."""
    for size in sizes:
        lines = wrap(words, size, wide)
        if len(lines) * size * LEADING <= height:
            return lines, size
    size = sizes[-1]
    fitting = lines[: int(height / (size * LEADING))]
    fitting[-1] = cut(f"{fitting[-1]} …", size, wide) if fitting else "…"
    return fitting, size


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
