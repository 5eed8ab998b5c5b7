"""Files of tables, read and written: CSV of any program, xlsx, and JSON.

What a file is says its content, not its name. Nothing is read without bounds: a file that unpacks into more than it
should is refused before it is unpacked.
"""

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

import openpyxl
from django.utils.translation import gettext as _
from openpyxl.cell import WriteOnlyCell

from catalog import guard
from catalog.faults import Fault, Malformed, point

from .cells import Cell, Said, neutral, plain

MOST_BYTES = 10 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS = 200
MOST_UNPACKED = 64 * 1024 * 1024
MOST_PARTS = 500
"""Files inside a spreadsheet, which is a zip."""
FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_SIGNS = ",;\t"


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was read: its headings, and each row that has anything in it with its line in the file.

    A row has as many cells as there are headings.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]


def read(raw: bytes) -> Table:
    """Return the table of a file. Raises Malformed, with what is to be done, for one that cannot be read."""
    if len(raw) > MOST_BYTES:
        raise refused("too-large", f"The file has more than {MOST_BYTES // 2**20} MB. Split it.", status=413)
    if raw.startswith(b"PK"):
        return _table(_xlsx(raw))
    if raw.startswith((b"\xd0\xcf\x11\xe0", b"%PDF")):
        raise refused("no-table", "This is an old spreadsheet or a PDF. Save it as xlsx or as CSV.")
    if raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{"):
        return _json(raw)
    return _table(comma_separated(raw, most_lines=MOST_ROWS + 1, most_columns=MOST_COLUMNS))


def write(header: Sequence[str], rows: Iterable[Sequence[str]], form: str) -> bytes:
    """Return a table as a file, `form` being csv or xlsx. No cell of it is a formula."""
    return {"csv": _as_csv, "xlsx": _as_xlsx}[form](header, rows)


def write_json(documents: Iterable[dict[str, Any]]) -> bytes:
    """Return documents as one JSON list, one on a line."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, sort_keys=True) for one in documents)
    return f"[\n{lines}\n]\n".encode()


# -- CSV -----------------------------------------------------------------------------------------------------------


def comma_separated(
    raw: bytes, *, most_lines: int, most_columns: int, sign: Callable[[str], str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of CSV that have anything in them, with their numbers. Raises Malformed.

    `sign` says of the text what stands between its cells; left out, it is what the first line has most of.
    """
    text = _decoded(raw)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=(sign or _sign)(text), strict=True)
    found = 0
    while True:
        try:
            line = next(reader, None)
        except csv.Error as error:
            message = _("Line %(line)s is no CSV: a quotation mark is missing or stands where none may.")
            raise refused("no-csv", message % {"line": reader.line_num}) from error
        if line is None:
            break
        if any(cell.strip() for cell in line):
            found += 1
            _bounded(found, len(line), most_lines, most_columns)
            yield reader.line_num, [plain(guard.tidy(cell).strip()) for cell in line]
    if not found:
        raise refused("empty", _("There is nothing in this."))


def encoding_of(raw: bytes) -> str:
    """Return how bytes spell a text: in what a mark at their beginning names, else in UTF-8."""
    return next((encoding for mark, encoding in _MARKS if raw.startswith(mark)), "utf-8")


def _decoded(raw: bytes) -> str:
    try:
        text = raw.decode(encoding_of(raw))
    except UnicodeDecodeError as error:
        raise refused("bad-utf-8", _("This is no text. Save the spreadsheet as CSV in UTF-8.")) from error
    if "\0" in text:
        raise refused("nul", _("There are NUL characters in this. Save the spreadsheet as CSV in UTF-8."))
    return text


def _sign(text: str) -> str:
    first = text.lstrip().partition("\n")[0][:10_000]
    return max(_SIGNS, key=first.count)


def _as_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(map(neutral, header))
    for row in rows:
        writer.writerow(map(neutral, row))
    # The mark has spreadsheets read UTF-8 as what it is.
    return text.getvalue().encode("utf-8-sig")


# -- xlsx ----------------------------------------------------------------------------------------------------------


def _xlsx(raw: bytes) -> Iterator[tuple[int, list[str]]]:
    with _understood():
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            parts = archive.infolist()
        # A part gives no more bytes than its entry says, so the entries can be believed.
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise refused("too-large", "The spreadsheet unpacks into more than is read. Split it.", status=413)
        book = openpyxl.load_workbook(io.BytesIO(raw), read_only=True, data_only=True, keep_links=False)
        try:
            sheet = next((one for one in book.worksheets if one.sheet_state == "visible"), None)
            if sheet is None:
                raise refused("empty", "There is no sheet in this.")
            sheet.reset_dimensions()
            lines = sheet.iter_rows(max_row=MOST_ROWS + 2, max_col=MOST_COLUMNS + 1, values_only=True)
            yield from _lines(lines)
        finally:
            book.close()


def _lines(lines: Iterable[Sequence[Any]]) -> Iterator[tuple[int, list[str]]]:
    found = 0
    for number, values in enumerate(lines, start=1):
        cells = [plain(guard.tidy(_told(value)).strip()) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            found += 1
            _bounded(found, len(cells), MOST_ROWS + 1, MOST_COLUMNS)
            yield number, cells
    if not found:
        raise refused("empty", "There is nothing in the first sheet of this.")


def _told(value: Any) -> str:
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


def _as_xlsx(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
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
    typed = WriteOnlyCell(sheet, neutral(cell))
    typed.data_type = "s"
    return typed


# -- JSON ----------------------------------------------------------------------------------------------------------


def _json(raw: bytes) -> Table:
    """A list of objects, or objects one after the other, each on a line or however they stand."""
    rows = []
    for number, item in enumerate(_items(_decoded(raw).strip())):
        _bounded(number + 1, 0, MOST_ROWS, MOST_COLUMNS)
        rows.append(_row(item, number))
    header = list(dict.fromkeys(key for row in rows for key in row))
    if not header:
        raise refused("empty", "There is nothing in this.")
    _bounded(len(rows), len(header), MOST_ROWS, MOST_COLUMNS)
    return Table(
        tuple(header),
        tuple(
            (line, tuple(Said(row[key]) if key in row else "" for key in header))
            for line, row in enumerate(rows, start=1)
        ),
    )


def _items(text: str) -> Iterator[str]:
    """Yield the text of each item; what is in it is for the guard to read."""
    decoder = json.JSONDecoder()
    listed = text.startswith("[")
    at = _next(text, 1 if listed else 0)
    while at < len(text) and not (listed and text[at] == "]"):
        try:
            end = decoder.raw_decode(text, at)[1]
        except (ValueError, RecursionError) as error:
            raise refused("no-json", f"This begins like JSON, and is none: {str(error)[:200]}.") from error
        yield text[at:end]
        at = _next(text, end)
        if listed and text[at : at + 1] == ",":
            at = _next(text, at + 1)
        elif listed and text[at : at + 1] != "]":
            raise refused("no-json", f"This begins like a list in JSON, and goes on like none at character {at + 1}.")
    if listed and text[at:] != "]":
        raise refused("no-json", f"This begins like a list in JSON, and ends like none at character {at + 1}.")


def _next(text: str, at: int) -> int:
    """Return where the next character is that is no space."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _row(text: str, number: int) -> dict[str, Any]:
    """Return one document, held to the bounds that documents have everywhere."""
    try:
        row = guard.tidy(guard.loads(text.encode("utf-8", "surrogatepass")))
    except Malformed as error:
        faults = [fault.under(point(number)) for fault in error.faults]
        raise Malformed(error.code, faults, status=error.status) from error
    if not isinstance(row, dict):
        raise refused("no-table", "A table in JSON is a list of objects, or objects each on a line of its own.")
    return row


# -- what all share ------------------------------------------------------------------------------------------------


def _table(lines: Iterator[tuple[int, list[str]]]) -> Table:
    """Return a table of lines whose first is its headings."""
    header = next(lines)[1]
    rows = []
    for line, cells in lines:
        if any(cells[len(header) :]):
            raise refused("too-wide", f"Line {line} has more cells than there are headings in the first line.")
        rows.append((line, (*cells, *[""] * (len(header) - len(cells)))))
    if not rows:
        raise refused("empty", "There is nothing below the first line, which has the headings.")
    return Table(tuple(header), tuple(rows))


def _bounded(lines: int, columns: int, most_lines: int, most_columns: int) -> None:
    if lines > most_lines or columns > most_columns:
        message = _("A file has at most %(lines)s lines and %(columns)s columns. Split it.")
        raise refused("too-large", message % {"lines": most_lines, "columns": most_columns}, status=413)


@contextmanager
def _understood() -> Iterator[None]:
    """Tell in words that a spreadsheet cannot be read. The reader raises whatever it stumbles over."""
    try:
        yield
    except Malformed:
        raise
    except Exception as error:
        raise refused("no-table", "The spreadsheet is damaged, or locked. Save it anew as xlsx, or as CSV.") from error


def refused(code: str, message: str, *, status: int = 400) -> Malformed:
    """Return what is raised for a file that cannot be taken."""
    return Malformed("invalid-table", [Fault("", code, message)], status=status)
