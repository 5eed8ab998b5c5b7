"""Set sheets as CSV: written for any program, and read back with a row and a column for each fault."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.text_folding import fold
from catalog.tables.cells import cell_name, escape_formula
from catalog.tables.file_formats import comma_separated, csv_file
from legions.own_numbers.fact_table import SheetRow, column_title
from legions.own_numbers.table_cells import CELL_PREFIX
from legions.set_sheets.sheet_page import SetSheet
from legions.site.invalid_forms import invalid_form

MAX_BYTES = 256 * 1024
MAX_LINES = 1_000
MAX_COLUMNS = 50
SLUG, NAME = "card", "name"


@dataclass
class SheetFile:
    """The texts of the cells of a file by the names of their fields, their places, and notes about the file."""

    texts: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def write_csv(sheet: SetSheet) -> str:
    """Return a sheet as CSV with catalog values and own numbers; unknown facts are empty."""
    keys = list(_columns(sheet))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([SLUG, NAME, *keys])
    for row in sheet.all_rows:
        cells = {cell.column: cell.text for cell in row.cells}
        writer.writerow(map(escape_formula, [row.card.slug, row.card.title, *(cells.get(key, "") for key in keys)]))
    return text.getvalue()


def read_csv(raw: bytes, sheet: SetSheet) -> SheetFile:
    """Return the cells of a file that differ from the sheet. Raises InvalidInput for a file that is no table of the
    sheet.

    Cards are found by slug or name, columns by key or title.
    """
    if len(raw) > MAX_BYTES:
        raise InvalidInput(
            "invalid-form", [Fault("", "too-large", _("The file has more than 256 kB. Split it."))], status=413
        )
    decoded = csv_file(raw)
    lines = list(comma_separated(decoded.text, most_lines=MAX_LINES, most_columns=MAX_COLUMNS))
    columns = _columns(sheet)
    titles = {fold(title): key for key, title in columns.items()} | {fold(key): key for key in columns}
    header = [fold(cell) for cell in lines[0][1]]
    places = {titles[cell]: place for place, cell in reversed(list(enumerate(header))) if cell in titles}
    names = [place for place, cell in enumerate(header) if cell in (SLUG, "slug", NAME)]
    if not names or not places:
        message = _("The first line names its columns, as “{columns}” does: the card first, then any of the others.")
        header_names = ", ".join([SLUG, *columns])
        raise invalid_form(message.format(columns=header_names), "", "no-header")
    rows = {row.card.slug: row for row in sheet.all_rows}
    by_name = {fold(row.card.title): row for row in rows.values()}
    known = {*names, *places.values()}
    unread = [cell for place, cell in enumerate(lines[0][1]) if cell and place not in known]
    found = SheetFile(notes=[note for note in (decoded.note, _unread_note(unread)) if note])
    for line, cells in lines[1:]:
        said = [cells[place] for place in names if place < len(cells) and cells[place]]
        row = next((one for name in said if (one := rows.get(name) or by_name.get(fold(name)))), None)
        if row is None:
            at = cell_name(names[0], line)
            found.faults.append(Fault(at, "unknown-card", _("No card of this set is called so.")))
            continue
        _read_row(found, row, line, {key: cells[place] for key, place in places.items() if place < len(cells)}, places)
    return found


def _unread_note(headings: list[str]) -> str:
    if not headings:
        return ""
    message = _("Columns that were not read: {columns}.")
    return message.format(columns=", ".join(f"“{heading[:60]}”" for heading in headings))


def _read_row(file: SheetFile, row: SheetRow, line: int, texts: Mapping[str, str], places: Mapping[str, int]) -> None:
    now = {cell.column: cell for cell in row.cells}
    for key, text in texts.items():
        cell = now.get(key)
        if cell is None or cell.text == text or (not text and cell.state != "own"):
            continue
        name = f"{CELL_PREFIX}{row.card.slug}.{key}"
        file.texts[name] = text
        file.places[name] = cell_name(places[key], line)


def _columns(sheet: SetSheet) -> dict[str, str]:
    """Return the titles of the columns of all kinds of cards, by key."""
    return dict(_titles(sheet))


def _titles(sheet: SetSheet) -> Iterator[tuple[str, str]]:
    for kind in dict.fromkeys(card.document["kind"] for card in sheet.cards):
        for column in sheet.columns(kind):
            yield column.key, column_title(sheet.game, kind, column)
