"""Spreadsheets in xlsx, read and written. `file_formats` imports it when one comes."""

import io
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.cell import WriteOnlyCell

from catalog.documents import guard
from catalog.documents.errors import InvalidInput

from .cells import escape_formula, unescape_formula
from .file_limits import MAX_COLUMNS, MAX_ROWS, check_size, invalid_file

MAX_UNPACKED = 64 * 1024 * 1024
MAX_PARTS = 500
"""Files inside a spreadsheet, which is a zip."""


def lines(raw: bytes) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of the first sheet that have anything in them, with their numbers. Raises InvalidInput."""
    with _understood():
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
        # A part gives no more bytes than its entry says, so the entries can be believed.
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise invalid_file("too-large", _("The spreadsheet unpacks into more than is read. Split it."), status=413)
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        try:
            sheet = next((one for one in book.worksheets if one.sheet_state == "visible"), None)
            if sheet is None:
                raise invalid_file("empty", _("There is no sheet in this."))
            sheet.reset_dimensions()
            rows = sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=MAX_COLUMNS + 1, values_only=True)
            yield from _lines(rows)
        finally:
            book.close()


def _lines(rows: Iterable[Sequence[Any]]) -> Iterator[tuple[int, list[str]]]:
    found = 0
    for number, values in enumerate(rows, start=1):
        cells = [unescape_formula(guard.tidy(_cell_text(value)).strip()) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found += 1
            check_size(found, len(cells), MAX_ROWS + 1, MAX_COLUMNS)
            yield number, cells
    if not found:
        raise invalid_file("empty", _("There is nothing in the first sheet of this."))


def _cell_text(value: Any) -> str:
    """Return what a typed cell says, as it would be typed."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < guard.INTEGER_LIMIT:
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat() if not (value.hour or value.minute) else value.isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def write(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """Return a table as xlsx. No cell of it is a formula."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Cards")
    sheet.freeze_panes = "C2"
    for row in (header, *rows):
        sheet.append([_typed(sheet, cell) for cell in row])
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _typed(sheet: Any, cell: str) -> Any:
    """Return a cell of a spreadsheet: a number as a number, anything else as a text that is no formula."""
    if cell.isascii() and cell.isdigit() and str(int(cell[:17])) == cell:
        return int(cell)
    typed = WriteOnlyCell(sheet, escape_formula(cell))
    typed.data_type = "s"
    return typed


@contextmanager
def _understood() -> Iterator[None]:
    """Tell in words that a spreadsheet cannot be read. The reader raises whatever it stumbles over."""
    try:
        yield
    except InvalidInput:
        raise
    except Exception as error:
        message = _("The spreadsheet is damaged, or locked. Save it anew as xlsx, or as CSV.")
        raise invalid_file("no-table", message) from error
