"""The JSON document of a list in a text: alone, in a code fence, or surrounded by other text."""

import json
import re
from itertools import islice
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog.documents import json_input
from rulesapi.text_form import ReportRow

MAX_AROUND = 20
"""The maximum number of surrounding lines that are reported."""
MAX_OBJECTS = 20
"""The maximum number of objects tried in one text."""

_LEGION_KEYS = "game|picks|team|legion"
# A JSON value or the closing bracket after the opening one, including the variants of JavaScript, Python and word
# processors. “[Creatures]”, “[x] 2x Wraith”, “[[Wraith]]” and “{25} Wraith” are lines of a list.
_BEGINS = re.compile(
    rf"""(?:\[\s*)*(?:\{{\s*(?:["'“”„}}]|(?:{_LEGION_KEYS}|name|points|format)\s*:|/[/*]|\Z)|\[\s*(?:"|\]\s*\Z|\Z))"""
)
_NUMBERS = re.compile(r"\[[\d\s,.]*\]\s*\Z")
_OBJECT = re.compile(r"\{\s*[\"“]")
_OF_LEGIONS = re.compile(rf'["“](?:{_LEGION_KEYS})["”]\s*:')
_FENCE = "```"


class JsonInText(NamedTuple):
    """A JSON value in a text, and the numbered lines around it that are not part of it."""

    value: Any
    around: list[tuple[int, str]]


def find_json(text: str, *, limit: int = json_input.BODY_LIMIT) -> JsonInText | None:
    """Return the JSON value in a text; None if there is none.

    Raises InvalidInput, with line and column, for invalid JSON.
    """
    begin = len(text) - len(text.lstrip())
    if _BEGINS.match(text, begin) or _NUMBERS.match(text, begin):
        end = _end(text, begin)
        if end is None or not text[end:].strip("]},; \t\r\n"):
            return _read_value(text, begin, len(text), limit)
    for found in islice(_OBJECT.finditer(text), MAX_OBJECTS):
        start, end = found.start(), _end(text, found.start())
        if end is not None and _OF_LEGIONS.search(text, start, end):
            return _read_value(text, start, end, limit)
        starts_line = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        if end is None and starts_line and _OF_LEGIONS.search(text, start):
            fence = text.find(_FENCE, start)
            return _read_value(text, start, fence if fence > 0 else len(text), limit)
    return None


def _end(text: str, start: int) -> int | None:
    """Return the end of the JSON value at a position; None if it is invalid."""
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except (ValueError, RecursionError):
        return None


def _read_value(text: str, start: int, end: int, limit: int) -> JsonInText:
    """Read the value at a position, with errors by line and column of the whole text. Raises InvalidInput."""
    before, after = text[:start], text[end:]
    column = start - before.rfind("\n") - 1
    padded = "\n" * before.count("\n") + " " * column + text[start:end]
    value = json_input.loads(padded.encode("utf-8", "surrogatepass"), limit=limit)
    return JsonInText(value, [*_lines(before, 1), *_lines(after, 1 + text.count("\n", 0, end))])


def _lines(text: str, number: int) -> list[tuple[int, str]]:
    """Return the non-empty lines of a text, numbered from `number`. Code fences count as empty."""
    lines = ((line, words.strip()) for line, words in enumerate(text.split("\n"), start=number))
    return [(line, words) for line, words in lines if words.strip("`~").casefold() not in ("", "json")]


def around_rows(json_in_text: JsonInText) -> list[ReportRow]:
    """Return a report row for each line around a document, none of which was read."""
    message = _("This is around the JSON and was not read.")
    return [
        ReportRow(line, words[:200], "dropped", message=message) for line, words in json_in_text.around[:MAX_AROUND]
    ]
