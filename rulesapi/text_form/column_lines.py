"""Tables in a text: lines of cells below a line of headings, "| Qty | Name | Points |"."""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from catalog.tables.words import COUNT_WORDS, NAME_WORDS, NUMBER_WORDS, OTHER_WORDS, heading_words
from rulesapi.text_form.number_reading import says_a_number

MAX_CELLS = 20
_SIGNS = "\t|;,"
_COST_WORDS = frozenset(("points", "punkte", "cost", "costs", "kosten", "price", "value", "wert", "preis"))
_KNOWN_WORDS = COUNT_WORDS | NAME_WORDS | NUMBER_WORDS | OTHER_WORDS
_WHOLE = re.compile(r"[x×]?\s*(\d{1,9})\s*[x×]?\Z", re.IGNORECASE)

ColumnMeaning = Literal["count", "number", "name", "cost", "other"]
"""The meaning of a column. A `number` is a count or numbers the lines; `numbering` decides which."""


def lines_of_columns(lines: Sequence[str], is_name: Callable[[str], bool]) -> Iterator[tuple[str, bool]]:
    """Yield each line and whether it is the heading line of a table. Table rows are rewritten as lines of a list."""
    sign = ""
    columns: list[ColumnMeaning] = []
    headings: list[str] = []
    for line in lines:
        if columns and sign in line:
            yield _row(_cells(line, sign), columns, headings) or line, False
            continue
        sign, columns = _headings(line, is_name)
        headings = _cells(line, sign) if columns else []
        yield line, bool(columns)


def _headings(line: str, is_name: Callable[[str], bool]) -> tuple[str, list[ColumnMeaning]]:
    """Return the cell separator and the column meanings of a heading line; both empty for any other line."""
    if says_a_number(line) or is_name(line):
        return "", []
    for sign in _SIGNS:
        cells = _cells(line, sign) if sign in line else []
        if 2 <= len(cells) <= MAX_CELLS and not any(map(is_name, cells)):
            columns = [_meaning(cell) for cell in cells]
            if columns.count("name") == 1 and len(columns) > 1 and all(_is_heading(cell) for cell in cells):
                return sign, columns
    return "", []


def _is_heading(cell: str) -> bool:
    return not cell or not _KNOWN_WORDS.isdisjoint(heading_words(cell))


def _meaning(cell: str) -> ColumnMeaning:
    words = set(heading_words(cell))
    if words & _COST_WORDS:
        return "cost"
    if words & OTHER_WORDS:
        return "other"
    if words & COUNT_WORDS:
        return "count"
    if words & NAME_WORDS:
        return "other" if words & NUMBER_WORDS - NAME_WORDS else "name"
    return "number" if words & NUMBER_WORDS else "other"


def _cells(line: str, sign: str) -> list[str]:
    plain = line.strip(" ")
    if sign == "|":
        return [cell.strip(" *_`") for cell in plain.strip("|").split("|")]
    try:
        return [cell.strip() for cell in next(csv.reader([plain], delimiter=sign), [])]
    except csv.Error:
        return []


def _row(cells: Sequence[str], columns: Sequence[ColumnMeaning], headings: Sequence[str]) -> str:
    """Return a table row as a line of a list; empty if the row has no name or more cells than the table has columns."""
    if not any(map(str.isalnum, "".join(cells))) or len(cells) > len(columns):
        return ""
    place = columns.index("name")
    if place >= len(cells) or not cells[place]:
        return ""
    name, before, behind = "", "", ""
    for cell, meaning, heading in zip(cells, columns, headings, strict=False):
        whole = _WHOLE.match(cell)
        if meaning == "name":
            name = cell
        elif meaning == "count" and whole and not before:
            before = f"{whole[1]}x "
        elif meaning == "number" and whole and not before:
            before = f"{whole[1]}. "
        elif meaning == "cost" and whole:
            behind += f" ({whole[1]} points)"
        elif cell:
            shown = f"{heading}: {cell}" if heading and says_a_number(cell) else cell
            behind += f" ({shown})"
    mark, name = ("+ ", name[1:].strip()) if name.startswith("+") else ("", name)
    return f"{mark}{before}{name}{behind}"
