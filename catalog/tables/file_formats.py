"""Reading and writing table files: CSV of any program, xlsx, and JSON.

The format is detected from the content, not from the name. All reading is bounded: a file that would unpack to more
than the limit is refused before it is unpacked.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput, json_pointer
from catalog.tables.cells import Cell, TypedCell, UnreadableCell, cell_name, escape_formula, unescape_formula
from catalog.tables.columns import is_faults_heading
from catalog.tables.file_limits import MAX_BYTES, MAX_COLUMNS, MAX_FILE_COLUMNS, MAX_ROWS, check_size, invalid_file
from catalog.text_files import DecodedText, UnreadableText, decode_text, file_kind

FORMATS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}
_SIGNS = ",;\t|"
_SIGN_LINE = re.compile(r"[\"']?sep=(?P<sign>[^\w\s\"']|\t)[\"']?[ ,;]*(?=\r?\n|\Z)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Table:
    """A table read from a file: its headings, and its non-empty rows with their line in the file.

    A row has as many cells as there are headings. `note` has sentences about the encoding of the file, or about parts
    of a spreadsheet that were not read; it is often empty.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    note: str = ""


def read(raw: bytes) -> Table:
    """Return the table of a file. Raises InvalidInput, with advice for the user, if it cannot be read."""
    if len(raw) > MAX_BYTES:
        message = _("The file has more than {most} MB. Split it.")
        raise invalid_file("too-large", message.format(most=MAX_BYTES // 2**20), status=413)
    if raw.startswith(b"PK"):
        from catalog.tables import (
            xlsx,  # imported on demand: its parser takes 20 MB, and most processes never need it
        )

        remarks: list[str] = []
        table = _table(xlsx.lines(raw, remarks))
        return replace(table, note=" ".join(remarks))
    if kind := file_kind(raw):
        raise invalid_file("no-table", _("This is {kind}. Save it as xlsx or as CSV.").format(kind=kind))
    decoded = decoded_file(raw)
    if decoded.text.lstrip()[:1] in ("[", "{"):
        table = _json(decoded.text)
    else:
        table = _table(comma_separated(decoded.text, most_lines=MAX_ROWS + 1, most_columns=MAX_FILE_COLUMNS))
    return replace(table, note=decoded.note)


def write(header: Sequence[str], cell_rows: Iterable[Sequence[str]], form: str) -> bytes:
    """Return a table as a file; `form` is csv or xlsx. No cell is a formula."""
    if form == "csv":
        return _as_csv(header, cell_rows)
    from catalog.tables import xlsx

    return xlsx.write(header, cell_rows)


def write_json(documents: Iterable[dict[str, Any]]) -> bytes:
    """Return documents as a JSON list, one document per line."""
    lines = ",\n".join(json.dumps(one, ensure_ascii=False, sort_keys=True) for one in documents)
    return f"[\n{lines}\n]\n".encode()


# -- CSV -----------------------------------------------------------------------------------------------------------


def csv_file(raw: bytes) -> DecodedText:
    """Return the text of a CSV file. Raises InvalidInput for a file of another kind."""
    if kind := file_kind(raw):
        raise invalid_file("no-table", _("This is {kind}. Save it as CSV.").format(kind=kind))
    return decoded_file(raw)


def decoded_file(raw: bytes) -> DecodedText:
    """Return the text of a file. Raises InvalidInput."""
    try:
        return decode_text(raw)
    except UnreadableText as error:
        raise invalid_file(error.code, str(error)) from error


def comma_separated(
    text: str, *, most_lines: int, most_columns: int, sign: Callable[[str], str] | None = None
) -> Iterator[tuple[int, list[str]]]:
    """Yield the non-empty lines of CSV, with their line numbers. Raises InvalidInput.

    A first line `sep=;` names the delimiter. Otherwise `sign` returns it for the text, or the most frequent candidate
    in the first line is used.
    """
    if named := _SIGN_LINE.match(text):
        text = text[named.end() :]
    delimiter = named["sign"] if named else (sign or _sign)(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found = 0
    while True:
        try:
            line = next(reader, None)
        except csv.Error as error:
            message = _("Line %(line)s is not valid CSV: a quotation mark is missing or misplaced.")
            raise invalid_file("no-csv", message % {"line": reader.line_num}) from error
        if line is None:
            break
        if any(cell.strip() for cell in line):
            found += 1
            check_size(found, len(line), most_lines, most_columns)
            yield reader.line_num, [unescape_formula(json_input.tidy(cell).strip()) for cell in line]
    if not found:
        raise invalid_file("empty", _("There is nothing in this."))


def _sign(text: str) -> str:
    first = text.lstrip().partition("\n")[0][:10_000]
    return max(_SIGNS, key=first.count)


def _as_csv(header: Sequence[str], cell_rows: Iterable[Sequence[str]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(map(escape_formula, header))
    headings = text.getvalue()
    if _sign(headings) != "," or _SIGN_LINE.match(headings) or headings.lstrip()[:1] in ("[", "{"):
        text.seek(0)
        text.write(f"sep=,\r\n{headings}")
    for row in cell_rows:
        writer.writerow(map(escape_formula, row))
    # The byte order mark makes spreadsheet programs read the file as UTF-8.
    return text.getvalue().encode("utf-8-sig")


# -- JSON ----------------------------------------------------------------------------------------------------------


def _json(text: str) -> Table:
    """Return the table of a list of objects, or of a sequence of objects separated by whitespace."""
    rows = []
    for number, item in enumerate(_items(text.strip())):
        check_size(number + 1, 0, MAX_ROWS, MAX_COLUMNS)
        rows.append(_row(item, number))
    header = list(dict.fromkeys(key for row in rows for key in row))
    if not header:
        raise invalid_file("empty", _("There is nothing in this."))
    _check_columns(len(rows), header)
    return Table(
        tuple(header),
        tuple(
            (line, tuple(TypedCell(row[key]) if key in row else "" for key in header))
            for line, row in enumerate(rows, start=1)
        ),
    )


def _items(text: str) -> Iterator[str]:
    """Yield the text of each item; its contents are checked by `json_input.loads`."""
    decoder = json.JSONDecoder()
    listed = text.startswith("[")
    at = _skip_whitespace(text, 1 if listed else 0)
    while at < len(text) and not (listed and text[at] == "]"):
        try:
            end = decoder.raw_decode(text, at)[1]
        except json.JSONDecodeError as error:
            message = _("This begins like JSON, and is none at line {line}, column {column}: {reason}.")
            place = {"line": error.lineno, "column": error.colno, "reason": json_input.json_reason(error.msg)}
            raise invalid_file("no-json", message.format(**place)) from error
        except (ValueError, RecursionError) as error:
            message = _("This begins like JSON, and is nested too deeply, or has a number that is too long.")
            raise invalid_file("no-json", message) from error
        yield text[at:end]
        at = _skip_whitespace(text, end)
        if listed and text[at : at + 1] == ",":
            at = _skip_whitespace(text, at + 1)
        elif listed and text[at : at + 1] != "]":
            message = _("The JSON list is malformed at character {place}. Correct it there.")
            raise invalid_file("no-json", message.format(place=at + 1))
    if listed and text[at:] != "]":
        message = _("This begins like a list in JSON, and ends like none at character {place}.")
        raise invalid_file("no-json", message.format(place=at + 1))


def _skip_whitespace(text: str, position: int) -> int:
    """Return the index of the next character that is not whitespace."""
    while position < len(text) and text[position] in " \t\r\n":
        position += 1
    return position


def _row(text: str, number: int) -> dict[str, Any]:
    """Return one document, checked against the general limits of JSON input."""
    try:
        row = json_input.tidy(json_input.loads(text.encode("utf-8", "surrogatepass")))
    except InvalidInput as error:
        faults = [fault.under(json_pointer(number)) for fault in error.faults]
        raise InvalidInput(error.code, faults, status=error.status) from error
    if not isinstance(row, dict):
        raise invalid_file("no-table", _("A table in JSON is a list of objects, or objects each on a line of its own."))
    return row


# -- shared --------------------------------------------------------------------------------------------------------


def _check_columns(lines: int, header: Sequence[str]) -> None:
    """Check the number of columns; a column of faults does not count. Raises InvalidInput."""
    if len(header) > MAX_COLUMNS and any(map(is_faults_heading, header)):
        header = header[1:]
    check_size(lines, len(header), MAX_ROWS, MAX_COLUMNS)


def _table(lines: Iterator[tuple[int, list[Any]]]) -> Table:
    """Return a table from lines, the first of which has the headings."""
    line, header = next(lines)
    for place, heading in enumerate(header):
        if isinstance(heading, UnreadableCell):
            message = _("Cell {cell}: {message}").format(cell=cell_name(place, line), message=heading.message)
            raise invalid_file("no-heading", message)
    _check_columns(1, header)
    rows = []
    for line, cells in lines:
        if any(cells[len(header) :]):
            message = _("Line {line} has more cells than there are headings in the first line.")
            raise invalid_file("too-wide", message.format(line=line))
        rows.append((line, (*cells, *[""] * (len(header) - len(cells)))))
    if not rows:
        raise invalid_file("empty", _("There is nothing below the first line, which has the headings."))
    return Table(tuple(header), tuple(rows))
