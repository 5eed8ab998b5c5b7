"""Files of tables, read and written: CSV of any program, xlsx, and JSON.

What a file is says its content, not its name. Nothing is read without bounds: a file that unpacks into more than it
should is refused before it is unpacked.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import guard
from catalog.documents.errors import InvalidInput, json_pointer

from .cells import Cell, TypedCell, escape_formula, unescape_formula
from .file_limits import MAX_BYTES, MAX_COLUMNS, MAX_ROWS, check_size, invalid_file

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
    """Return the table of a file. Raises InvalidInput, with what is to be done, for one that cannot be read."""
    if len(raw) > MAX_BYTES:
        message = _("The file has more than {most} MB. Split it.")
        raise invalid_file("too-large", message.format(most=MAX_BYTES // 2**20), status=413)
    if raw.startswith(b"PK"):
        from . import xlsx  # when one comes: what reads them takes 20 MB of a process, most of which see none

        return _table(xlsx.lines(raw))
    if raw.startswith((b"\xd0\xcf\x11\xe0", b"%PDF")):
        raise invalid_file("no-table", _("This is an old spreadsheet or a PDF. Save it as xlsx or as CSV."))
    if raw.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"[", b"{"):
        return _json(raw)
    return _table(comma_separated(raw, most_lines=MAX_ROWS + 1, most_columns=MAX_COLUMNS))


def write(header: Sequence[str], rows: Iterable[Sequence[str]], form: str) -> bytes:
    """Return a table as a file, `form` being csv or xlsx. No cell of it is a formula."""
    if form == "csv":
        return _as_csv(header, rows)
    from . import xlsx

    return xlsx.write(header, rows)


def write_json(documents: Iterable[dict[str, Any]]) -> bytes:
    """Return documents as one JSON list, one on a line."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, sort_keys=True) for one in documents)
    return f"[\n{lines}\n]\n".encode()


# -- CSV -----------------------------------------------------------------------------------------------------------


def comma_separated(
    raw: bytes, *, most_lines: int, most_columns: int, sign: Callable[[str], str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of CSV that have anything in them, with their numbers. Raises InvalidInput.

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
            raise invalid_file("no-csv", message % {"line": reader.line_num}) from error
        if line is None:
            break
        if any(cell.strip() for cell in line):
            found += 1
            check_size(found, len(line), most_lines, most_columns)
            yield reader.line_num, [unescape_formula(guard.tidy(cell).strip()) for cell in line]
    if not found:
        raise invalid_file("empty", _("There is nothing in this."))


def encoding_of(raw: bytes) -> str:
    """Return how bytes spell a text: in what a mark at their beginning names, else in UTF-8."""
    return next((encoding for mark, encoding in _MARKS if raw.startswith(mark)), "utf-8")


def _decoded(raw: bytes) -> str:
    try:
        text = raw.decode(encoding_of(raw))
    except UnicodeDecodeError as error:
        raise invalid_file("bad-utf-8", _("This is no text. Save the spreadsheet as CSV in UTF-8.")) from error
    if "\0" in text:
        raise invalid_file("nul", _("There are NUL characters in this. Save the spreadsheet as CSV in UTF-8."))
    return text


def _sign(text: str) -> str:
    first = text.lstrip().partition("\n")[0][:10_000]
    return max(_SIGNS, key=first.count)


def _as_csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(map(escape_formula, header))
    for row in rows:
        writer.writerow(map(escape_formula, row))
    # The mark has spreadsheets read UTF-8 as what it is.
    return text.getvalue().encode("utf-8-sig")


# -- JSON ----------------------------------------------------------------------------------------------------------


def _json(raw: bytes) -> Table:
    """A list of objects, or objects one after the other, each on a line or however they stand."""
    rows = []
    for number, item in enumerate(_items(_decoded(raw).strip())):
        check_size(number + 1, 0, MAX_ROWS, MAX_COLUMNS)
        rows.append(_row(item, number))
    header = list(dict.fromkeys(key for row in rows for key in row))
    if not header:
        raise invalid_file("empty", _("There is nothing in this."))
    check_size(len(rows), len(header), MAX_ROWS, MAX_COLUMNS)
    return Table(
        tuple(header),
        tuple(
            (line, tuple(TypedCell(row[key]) if key in row else "" for key in header))
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
        except json.JSONDecodeError as error:
            message = _("This begins like JSON, and is none at line {line}, column {column}: {reason}.")
            place = {"line": error.lineno, "column": error.colno, "reason": guard.json_reason(error.msg)}
            raise invalid_file("no-json", message.format(**place)) from error
        except (ValueError, RecursionError) as error:
            message = _("This begins like JSON, and is nested too deeply, or has a number that is too long.")
            raise invalid_file("no-json", message) from error
        yield text[at:end]
        at = _next(text, end)
        if listed and text[at : at + 1] == ",":
            at = _next(text, at + 1)
        elif listed and text[at : at + 1] != "]":
            message = _("This begins like a list in JSON, and goes on like none at character {place}.")
            raise invalid_file("no-json", message.format(place=at + 1))
    if listed and text[at:] != "]":
        message = _("This begins like a list in JSON, and ends like none at character {place}.")
        raise invalid_file("no-json", message.format(place=at + 1))


def _next(text: str, at: int) -> int:
    """Return where the next character is that is no space."""
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _row(text: str, number: int) -> dict[str, Any]:
    """Return one document, held to the bounds that documents have everywhere."""
    try:
        row = guard.tidy(guard.loads(text.encode("utf-8", "surrogatepass")))
    except InvalidInput as error:
        faults = [fault.under(json_pointer(number)) for fault in error.faults]
        raise InvalidInput(error.code, faults, status=error.status) from error
    if not isinstance(row, dict):
        raise invalid_file("no-table", _("A table in JSON is a list of objects, or objects each on a line of its own."))
    return row


# -- what all share ------------------------------------------------------------------------------------------------


def _table(lines: Iterator[tuple[int, list[str]]]) -> Table:
    """Return a table of lines whose first is its headings."""
    header = next(lines)[1]
    rows = []
    for line, cells in lines:
        if any(cells[len(header) :]):
            message = _("Line {line} has more cells than there are headings in the first line.")
            raise invalid_file("too-wide", message.format(line=line))
        rows.append((line, (*cells, *[""] * (len(header) - len(cells)))))
    if not rows:
        raise invalid_file("empty", _("There is nothing below the first line, which has the headings."))
    return Table(tuple(header), tuple(rows))
