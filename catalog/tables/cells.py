"""Conversion of values to table cells and back, for each construct of the schemas.

An empty cell makes no statement. `?` means that a fact is not known. Items of a list are separated by `;`, and `none`
is an empty list. Values that do not fit a line of text are JSON. Numbers are integers, and booleans are words for yes
and no.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import canonical, json_input
from catalog.documents.errors import InvalidInput, format_number
from catalog.documents.schema_properties import Construct, Property
from catalog.documents.text_folding import fold
from catalog.tables.words import BOOLEANS

NOT_KNOWN = "?"
NONE = "none"
LIST_SEPARATOR = "; "
MAX_CELL_LENGTH = 20_000
"""The maximum number of characters of a cell."""
UNREADABLE = "#VALUE!"
"""The text of a cell that cannot be read; like the cell itself, it is refused."""
SPREADSHEET_ERROR = re.compile(r"#(?:[¡¿]?[A-Z_0-9/]{2,12}[!?]|N/A|NV|GETTING_DATA)")
"""The text of a cell whose formula has an error."""
_WHOLE = re.compile(r"[+-]?\d{1,16}", re.ASCII)
_PLAIN_LISTS = (Construct.CHOICES, Construct.SEQUENCE, Construct.WORDS, Construct.LINES)
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_QUOTED = re.compile(r"'+[=+\-@\t\r]")


class InvalidCell(ValueError):
    """A cell without a valid value for its column; the text says what to write."""


@dataclass(frozen=True, slots=True)
class TypedCell:
    """A cell of a file format with typed values, such as JSON; its value needs no conversion."""

    value: Any


@dataclass(frozen=True, slots=True)
class UnreadableCell:
    """A cell that cannot be read, with a message on what to do about it."""

    message: str


Cell = str | TypedCell | UnreadableCell


def escape_formula(cell: str) -> str:
    """Return the cell with a prefix if a spreadsheet would take it for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unescape_formula(cell: str) -> str:
    """Return the cell that `escape_formula` was given."""
    return cell[1:] if _QUOTED.match(cell) else cell


def column_name(column: int) -> str:
    """Return the letters of a column, counted from 0, as in spreadsheets."""
    name = ""
    while column >= 0:
        name = chr(ord("A") + column % 26) + name
        column = column // 26 - 1
    return name


def cell_name(column: int, line: int) -> str:
    """Return the name of a cell as in spreadsheets, from its column, counted from 0, and its line."""
    return f"{column_name(column)}{line}"


def write(value: Any, prop: Property) -> str:
    """Return the cell for a value; `read` returns the value again."""
    if isinstance(value, list) and prop.construct in _PLAIN_LISTS and _is_plain(value):
        return LIST_SEPARATOR.join(map(str, value)) if value else NONE
    return _value_text(value)


def text_of(cell: Cell) -> str:
    """Return a cell as text; when it is read, it has the value or the fault of the cell."""
    if isinstance(cell, UnreadableCell):
        return UNREADABLE
    return _value_text(cell.value) if isinstance(cell, TypedCell) else cell


def _value_text(value: Any) -> str:
    if value is None:
        return NOT_KNOWN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        safe = value.strip() == value and value not in ("", NOT_KNOWN) and not value.startswith('"')
        return value if safe else canonical.compact(value)
    return canonical.compact(value)


def read(cell: Cell, prop: Property) -> Any:
    """Return the value of a cell that is not empty. Raises InvalidCell.

    The value is not checked against its schema.
    """
    if isinstance(cell, TypedCell):
        return cell.value
    return _READERS.get(prop.construct, _json)(text, prop) if (text := cell_text(cell)) != NOT_KNOWN else None


def cell_text(cell: str | UnreadableCell) -> str:
    """Return the text of a cell. Raises InvalidCell for a cell that cannot be read."""
    if isinstance(cell, UnreadableCell):
        raise InvalidCell(cell.message)
    if SPREADSHEET_ERROR.fullmatch(cell):
        raise InvalidCell(_("The formula of this cell has an error. Correct it in the spreadsheet."))
    if len(cell) > MAX_CELL_LENGTH:
        message = _("A cell holds at most {most} characters; this one has {number}.")
        raise InvalidCell(message.format(most=format_number(MAX_CELL_LENGTH), number=format_number(len(cell))))
    return cell


def yes_or_no(cell: str) -> bool | None:
    """Return the boolean for a word in any of the supported languages; None for another word."""
    return BOOLEANS.get(fold(cell))


def _is_plain(value: list[Any]) -> bool:
    """Return whether a list can be written with `;` between its items without ambiguity."""
    texts = [item for item in value if isinstance(item, str)]
    clear = all(item and item == item.strip() and not re.search(r'[;,\n\r]|^["\[]', item) for item in texts)
    return clear and [item.casefold() for item in texts] not in ([NONE], [NOT_KNOWN])


def _text(cell: str, _prop: Property) -> str:
    if cell.startswith('"'):
        value = _json(cell, _prop)
        if not isinstance(value, str):
            raise InvalidCell(_("What begins with a quotation mark is one text between two of them."))
        return value
    return cell


def _integer(cell: str, prop: Property) -> int:
    if not _WHOLE.fullmatch(cell):
        raise InvalidCell(
            _("Write a whole number, or ? if it is not known.") if prop.nullable else _("Write a whole number.")
        )
    return int(cell)


def _boolean(cell: str, prop: Property) -> bool:
    value = yes_or_no(cell)
    if value is None:
        raise InvalidCell(_("Write yes or no, or ? if it is not known.") if prop.nullable else _("Write yes or no."))
    return value


def _enum(cell: str, prop: Property) -> str:
    return _choice(cell, prop.choices)


def _list(cell: str, prop: Property) -> list[Any]:
    if cell.startswith("["):
        value = _json(cell, prop)
        if not isinstance(value, list):
            raise InvalidCell(_("What begins with a bracket is one list."))
        return value
    if cell.casefold() == NONE:
        return []
    between = r"[;\n]" if prop.construct is Construct.LINES else r"[;,\n]"
    items: list[Any] = [item.strip() for item in re.split(between, cell) if item.strip()]
    if prop.construct in (Construct.CHOICES, Construct.SEQUENCE):
        return [_choice(item, prop.choices) for item in items]
    if prop.construct is Construct.WORDS and prop.items.get("type") == "integer":
        return [_integer(item, prop) for item in items]
    return items


def _choice(word: str, choices: list[str]) -> str:
    """Return the choice equal to the word except for case, hyphens and spaces; the word itself if there is none."""
    alike = re.sub(r"[\s_-]+", "-", word.casefold())
    return next((choice for choice in choices if choice.casefold() == alike), word)


def _json(cell: str, _prop: Property) -> Any:
    try:
        return json_input.loads(cell.encode("utf-8", "surrogatepass"))
    except InvalidInput as error:
        message = _("This is to be JSON, and is none: {why}")
        raise InvalidCell(message.format(why=error.faults[0].message)) from error


_READERS: dict[Construct, Callable[[str, Property], Any]] = {
    Construct.TEXT: _text,
    Construct.CONSTANT: _text,
    Construct.INTEGER: _integer,
    Construct.BOOLEAN: _boolean,
    Construct.ENUM: _enum,
    **dict.fromkeys(_PLAIN_LISTS, _list),
}
