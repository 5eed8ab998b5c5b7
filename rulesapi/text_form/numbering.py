"""Detection of numbers that only number the lines of a text: “1.”, “2.”, “3.” or “#1”, “#2”.

Styles that are also used for counts, such as “(1)”, “[1]”, “1 -” and “01”, need a run of at least three lines.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rulesapi.text_form.line_parser import parse_line, without_bullets
from rulesapi.text_form.name_index import NameIndex

_NUMBERED = re.compile(
    r"(?P<mark>\+\s*)?(?P<number>(?P<sign>[#(\[]?)(?P<value>\d{1,3})(?P<end>\s[-–—](?=\s)|[.):\]]?))"
    r"(?P<gap>\s+(?=\S)|(?=[^\d\s]))"
)


_BRACKETS = {"(": ")", "[": "]"}
MIN_RUN = 3


class TextLine(NamedTuple):
    """A line of a text with its line number, and the numbering removed from its beginning."""

    number: int
    text: str
    numbering: str = ""


class _Numbered(NamedTuple):
    """A line that begins with a number: `line` is the line without it, `style` the notation of the number."""

    place: int
    line: TextLine
    value: int
    style: tuple[str, str, bool]


def without_numbering(names: NameIndex, lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the lines without numbering that continues through them; a single “#1” before a card is removed too."""
    styles: defaultdict[tuple[str, str, bool], list[_Numbered]] = defaultdict(list)
    for place, line in enumerate(lines):
        numbered = _numbered(place, line)
        if numbered is not None and not names.has_very_name(line.text):
            styles[numbered.style].append(numbered)
    plain = list(lines)
    for same in styles.values():
        values = [one.value for one in same]
        if _is_like_count(same[0]):
            is_numbering = len(same) >= MIN_RUN and values == list(range(1, len(same) + 1))
        else:
            is_numbering = _runs_on(values) and (len(same) > 1 or _is_numbered_card(names, same[0]))
        if is_numbering:
            for one in same:
                plain[one.place] = one.line
    return plain


def _is_like_count(numbered: _Numbered) -> bool:
    """Return whether the style of a number is also used for counts."""
    sign, end, _ = numbered.style
    return sign in _BRACKETS or end in ("-", "–", "—", "0")


def _is_numbered_card(names: NameIndex, numbered: _Numbered) -> bool:
    parsed = parse_line(names, numbered.line.text, False, guess=False) if numbered.style[0] else None
    return parsed is not None and parsed.first.is_exact


def _numbered(place: int, line: TextLine) -> _Numbered | None:
    indent = line.text[: len(line.text) - len(line.text.lstrip())]
    text = without_bullets(line.text.strip())
    match = _NUMBERED.match(text)
    if match is None:
        return None
    sign, end = match["sign"], match["end"].strip()
    if (sign in _BRACKETS) != (end == "]") and not (sign == "(" and end == ")"):
        return None
    if match["value"][0] == "0" and not end:
        end = "0"
    if not (end or (sign and match["gap"])):
        return None
    mark = match["mark"] or ""
    plain = TextLine(line.number, f"{indent}{mark}{text[match.end() :]}", match["number"])
    return _Numbered(place, plain, int(match["value"]), (sign, end, bool(indent or mark)))


def _runs_on(values: Iterable[int]) -> bool:
    """Return whether each number follows its predecessor or starts again at 1."""
    before = 0
    for value in values:
        if value not in (1, before + 1):
            return False
        before = value
    return True
