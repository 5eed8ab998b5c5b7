"""Corrections of tables: cells entered in place of those of the file, omitted rows, and the rows left behind."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from catalog.tables import columns, file_formats
from catalog.tables.cells import text_of
from catalog.tables.file_formats import Table

CorrectedCells = Mapping[str, Mapping[str, str]]
"""The entered texts by line and column index; the keys are text, since they are stored as JSON."""
FORMATS = ("csv", "xlsx")
"""The formats of files with rows that were left behind."""


def corrected_table(table: Table, mended: CorrectedCells, omitted: Collection[int]) -> Table:
    """Return the table with the entered cells and without the rows on omitted lines."""
    left = set(omitted)
    rows = []
    for line, cells in table.rows:
        entered = mended.get(str(line), {})
        if line not in left:
            rows.append((line, tuple(entered.get(str(place), cell) for place, cell in enumerate(cells))))
    return replace(table, rows=tuple(rows))


def merge_entered(
    table: Table, mended: CorrectedCells, entered: Mapping[tuple[int, int], str]
) -> dict[str, dict[str, str]]:
    """Return the corrected cells after texts were entered for cells, given by line and column index.

    A cell that has the text of the file again is not corrected.
    """
    cells_of_line = dict(table.rows)
    result = {line: dict(cells) for line, cells in mended.items()}
    for (line, place), text in entered.items():
        row = result.setdefault(str(line), {})
        if text == editable_text(text_of(cells_of_line[line][place])):
            row.pop(str(place), None)
        else:
            row[str(place)] = text
    return {line: cells for line, cells in result.items() if cells}


def editable_text(text: str) -> str:
    """Return a text with the line breaks and the edges that a form returns."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def rows_left_behind(table: Table, faults: Mapping[int, str], form: str) -> bytes:
    """Return the rows on the lines of `faults` as a file with the faults of each row in a column of their own.

    The column replaces that of an earlier file. `form` is one of `FORMATS`.
    """
    header = list(table.header)
    place = next((place for place, heading in enumerate(header) if columns.is_faults_heading(heading)), len(header))
    header[place : place + 1] = [_(columns.FAULTS)]
    rows = []
    for line, cells in table.rows:
        if line in faults:
            texts = [text_of(cell) for cell in cells]
            texts[place : place + 1] = [faults[line]]
            rows.append(texts)
    return file_formats.write(header, rows, form)
