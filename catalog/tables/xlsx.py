"""Reading and writing xlsx spreadsheets. `file_formats` imports this module on demand."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.xml.functions import iterparse

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.documents.suggestions import listed
from catalog.tables.cells import UNREADABLE, UnreadableCell, escape_formula, unescape_formula
from catalog.tables.file_limits import MAX_COLUMNS, MAX_FILE_COLUMNS, MAX_ROWS, check_size, invalid_file
from catalog.text_files import file_kind

MAX_UNPACKED_BYTES = 64 * 1024 * 1024
MAX_FORMULAS = 10_000
"""The maximum number of formulas without a stored result that are reported by cell; a file with more is refused."""
CHUNK_BYTES = 1024 * 1024
_FORMULA = re.compile(rb"<(?:\w{1,8}:)?f[\s/>]")
_MERGED = re.compile(rb'<(?:\w{1,8}:)?mergeCell ref="([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"')
_HIDDEN = re.compile(rb'<(?:\w{1,8}:)?(?:row|col)\s[^<>]{0,300}\bhidden="(?:1|true)"')
MAX_TAG_LENGTH = 400
MAX_NAMED = 5
MAX_EXAMINED_ROWS = 50
"""The number of rows of another sheet that are searched for content."""
MAX_PARTS = 500
"""The maximum number of files inside a spreadsheet, which is a zip archive."""


def lines(raw: bytes, remarks: list[str]) -> Iterator[tuple[int, list[str | UnreadableCell]]]:
    """Yield the non-empty lines of the first visible sheet, with their numbers. Raises InvalidInput.

    A formula without a stored result is an UnreadableCell. `remarks` gets sentences about other sheets, hidden rows and
    columns, and merged cells.
    """
    with _understood(raw):
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
        # zipfile never unpacks more bytes of a part than its entry states, so the sizes can be trusted.
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
            raise invalid_file("too-large", _("The spreadsheet unpacks into more than is read. Split it."), status=413)
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        try:
            sheet = next((one for one in book.worksheets if one.sheet_state == "visible"), None)
            if sheet is None:
                raise invalid_file("empty", _("The file has no sheet. Choose another file."))
            remarks += _remarks(sheet, book.worksheets)
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=MAX_FILE_COLUMNS + 1, values_only=True)
            yield from _lines(rows, _formulas_without_result(sheet))
        finally:
            book.close()


def _remarks(sheet: Any, sheets: Sequence[Any]) -> Iterator[str]:
    """Yield sentences about ignored sheets, hidden rows and columns, and merged cells."""
    others = [f"“{other.title}”" for other in sheets if other is not sheet and _says_anything(other)]
    if others:
        message = _("Only the sheet “{sheet}” was read, not {others}.")
        yield message.format(sheet=sheet.title, others=listed(others, _("and")))
    merged: dict[str, None] = {}
    hidden = False
    with sheet._get_source() as source:
        for chunk in _chunks(source):
            merged |= dict.fromkeys(found.decode() for found in _MERGED.findall(chunk))
            hidden = hidden or _HIDDEN.search(chunk) is not None
    if hidden:
        yield _("Hidden rows and columns were read as well.")
    if merged:
        message = _("Only the first of merged cells has their content; the others are empty: {cells}.")
        yield message.format(cells=listed(list(merged)[:MAX_NAMED], _("and")))


def _says_anything(sheet: Any) -> bool:
    sheet.reset_dimensions()
    rows = sheet.iter_rows(max_row=MAX_EXAMINED_ROWS, max_col=MAX_COLUMNS, values_only=True)
    return any(value is not None for row in rows for value in row)


def _lines(
    sheet_rows: Iterable[Sequence[Any]], without_result: set[tuple[int, int]]
) -> Iterator[tuple[int, list[str | UnreadableCell]]]:
    found = 0
    for number, values in enumerate(sheet_rows, start=1):
        cells: list[str | UnreadableCell] = [
            unescape_formula(json_input.tidy(_cell_text(value)).strip()) for value in values
        ]
        for place in range(len(cells)):
            if (number, place) in without_result:
                cells[place] = UnreadableCell(_no_result())
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found += 1
            check_size(found, len(cells), MAX_ROWS + 1, MAX_FILE_COLUMNS)
            yield number, cells
    if not found:
        raise invalid_file("empty", _("There is nothing in the first sheet of this."))


def _no_result() -> str:
    return _("There is a formula here, and its result is not stored. Open the file in a spreadsheet and save it again.")


def _formulas_without_result(sheet: Any) -> set[tuple[int, int]]:
    """Return the line and index of each formula without a stored result; an empty text is a result."""
    with sheet._get_source() as source:
        if not any(_FORMULA.search(chunk) for chunk in _chunks(source)):
            return set()
    found: set[tuple[int, int]] = set()
    with sheet._get_source() as source:
        number = 0
        for _event, element in iterparse(source):
            if element.tag.endswith("}row"):
                number = int(element.get("r", number + 1))
                found.update((number, place) for place in _places_without_result(element))
                element.clear()
                if len(found) > MAX_FORMULAS:
                    raise invalid_file("no-result", _no_result())
    return found


def _places_without_result(row: Any) -> Iterator[int]:
    """Yield the indexes of formulas without a stored result in a row of a sheet's XML."""
    column = 0
    for cell in row:
        coordinate = cell.get("r")
        column = coordinate_to_tuple(coordinate)[1] if coordinate else column + 1
        parts = {part.tag.rpartition("}")[2]: part for part in cell}
        empty_text = cell.get("t") == "str" and "v" in parts
        if "f" in parts and not empty_text and "is" not in parts and ("v" not in parts or not parts["v"].text):
            yield column - 1


def _chunks(source: Any) -> Iterator[bytes]:
    """Yield the bytes of a file in chunks that overlap by the length of a tag."""
    end = b""
    while chunk := source.read(CHUNK_BYTES):
        yield end + chunk
        end = chunk[-MAX_TAG_LENGTH:]


def _cell_text(value: Any) -> str:
    """Return the text of a typed cell as a user would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < json_input.INTEGER_LIMIT:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if not (value.hour or value.minute) else value.isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def write(header: Sequence[str], cell_rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as xlsx. No cell is a formula."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Cards")
    sheet.freeze_panes = "C2"
    for row in (header, *cell_rows):
        sheet.append([_typed(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _typed(sheet: Any, cell: str) -> Any:
    """Return a cell of a spreadsheet: an integer, or a text that is not a formula.

    A text with characters that a spreadsheet cannot hold becomes one that is refused when it is read again.
    """
    if ILLEGAL_CHARACTERS_RE.search(cell):
        cell = UNREADABLE
    if cell.isascii() and cell.isdigit() and str(int(cell[:17])) == cell:
        return int(cell)
    typed = WriteOnlyCell(sheet, escape_formula(cell))
    typed.data_type = "s"
    return typed


@contextmanager
def _understood(raw: bytes) -> Iterator[None]:
    """Turn any error of the reader into InvalidInput with a message for the user."""
    try:
        yield
    except InvalidInput:
        raise
    except Exception as error:
        if b"xl/" not in raw:
            message = _("This is {kind}. Save it as xlsx or as CSV.").format(kind=file_kind(raw))
            raise invalid_file("no-table", message) from error
        message = _("The spreadsheet is damaged or locked. Save it again as xlsx, or as CSV.")
        raise invalid_file("no-table", message) from error
