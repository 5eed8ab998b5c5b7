"""The rows of a checked table on its page: their changes, their faults beside the cells, and the form to mend them."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.forms import BoundField
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.documents import json_input
from catalog.models.table_imports import TableImport
from catalog.tables import cell_corrections, import_plan
from catalog.tables.cells import cell_name, text_of
from catalog.tables.file_formats import Table
from catalog.tables.table_import import MAX_MENDED_LENGTH

ROWS_PER_PAGE = 50
"""The number of rows per page of a check."""
MAX_INPUTS = 400
"""The maximum number of fields for cells on a page; further rows only link to their own page."""
MAX_LINE_LENGTH = 60
"""The maximum number of characters of a cell that is edited in a single line."""
OMITTED = "omitted"
STATES: Mapping[str, Promise] = {
    import_plan.FAULTY: _("Faults"),
    import_plan.CHANGED: _("Changed"),
    import_plan.ADDED: _("New"),
    import_plan.UNCHANGED: _("Unchanged"),
    OMITTED: _("Left out"),
}
"""The outcomes of rows, with their labels."""


class MendForm(forms.Form):
    """The texts of cells of a checked table, and whether rows are left out.

    `columns_of_line` has the column indexes of the cells to edit, by line.
    """

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, content: "_CheckedTable", columns_of_line: Mapping[int, Collection[int]], data: QueryDict | None
    ) -> None:
        super().__init__(data, initial={"seen": content.table.digest}, auto_id="mend-%s")
        self.lines = list(columns_of_line)
        self.sent_lines = frozenset(data.getlist("line")) if data is not None else frozenset()
        for line, columns in columns_of_line.items():
            self.fields[f"omit-{line}"] = forms.BooleanField(
                label=_("Leave this row out"), required=False, initial=line in content.table.omitted_lines
            )
            for column in columns:
                text = content.text(line, column)
                single = len(text) <= MAX_LINE_LENGTH and "\n" not in text
                self.fields[f"cell-{line}-{column}"] = forms.CharField(
                    label=content.place_name(line, column),
                    required=False,
                    max_length=MAX_MENDED_LENGTH,
                    initial=text,
                    widget=forms.TextInput() if single else forms.Textarea(attrs={"rows": 3}),
                )

    @property
    def entered(self) -> dict[tuple[int, int], str]:
        """The sent texts by line and column index."""
        return {
            (int(line), int(column)): cell_corrections.editable_text(json_input.tidy(text))
            for name, text in self.cleaned_data.items()
            if name in self.data and name.startswith("cell-")
            for _cell, line, column in [name.split("-")]
        }

    @property
    def omitted(self) -> dict[int, bool]:
        """True for each sent row that is left out, by line."""
        return {line: self.cleaned_data[f"omit-{line}"] for line in self.lines if str(line) in self.sent_lines}


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell that can be edited, with its faults, and its text in the file if it was mended."""

    field: BoundField
    faults: Sequence[str]
    text_in_file: str | None


@dataclass(slots=True)
class ShownRow:
    """A row of a checked table. `faults` and `waits` have the name of the cell or line, and the message."""

    line: int
    outcome: str
    title: str = ""
    slug: str = ""
    differences: Sequence[Any] = ()
    faults: list[tuple[str, str]] = dataclass_field(default_factory=list)
    waits: list[tuple[str, str]] = dataclass_field(default_factory=list)
    cells: list[ShownCell] = dataclass_field(default_factory=list)
    omit: BoundField | None = None

    @property
    def label(self) -> Promise:
        return STATES[self.outcome]


def checked_rows(
    table: TableImport, contents: Table, query: QueryDict, data: QueryDict | None = None
) -> dict[str, Any]:
    """Return the context for the rows of a checked table: the chosen page of rows, and the form that mends them.

    `contents` is the table of the file; `data` has a sent form.
    """
    content = _CheckedTable(table, contents)
    only = query.get("only", "")
    line = next((line for line in content.cells_of_line if str(line) == query.get("line")), None)
    chosen = content.lines(only) if line is None else [line]
    page = Paginator(chosen, ROWS_PER_PAGE).get_page(query.get("page"))
    rows = [content.row(number) for number in page]
    places = content.places_to_edit(rows, whole=line is not None)
    mend = MendForm(content, places, data)
    counts = {**table.report["counts"], OMITTED: len(table.omitted_lines)}
    return {
        "rows": [content.shown_row(row, mend, places.get(row["line"])) for row in rows],
        "page": page,
        "only": only,
        "whole": line is not None,
        "mend": mend,
        "counts": [(outcome, label, counts[outcome]) for outcome, label in STATES.items()],
    }


class _CheckedTable:
    """A checked table with the cells of its file by line, and its report by line."""

    def __init__(self, table: TableImport, contents: Table) -> None:
        self.table = table
        self.header = contents.header
        self.cells_of_line = dict(contents.rows)
        self.reported: dict[int, dict[str, Any]] = {row["line"]: row for row in table.report["rows"]}

    def lines(self, only: str) -> list[int]:
        """Return the lines of the report with the outcome `only`, or all of them if there is no such outcome."""
        if only == OMITTED:
            return list(self.table.omitted_lines)
        return [line for line, row in self.reported.items() if only not in STATES or row["outcome"] == only]

    def row(self, line: int) -> dict[str, Any]:
        """Return a row as in the report; a row that it does not list has only its line, its outcome and its title."""
        if line in self.reported:
            return self.reported[line]
        titles = (self.text(line, column) for key in ("name", "slug") for column in self._columns(key))
        title = import_plan.shortened(next(filter(None, titles), ""), MAX_LINE_LENGTH)
        outcome = OMITTED if line in self.table.omitted_lines else import_plan.UNCHANGED
        return {"line": line, "outcome": outcome, "title": title}

    def places_to_edit(self, shown: Iterable[dict[str, Any]], *, whole: bool) -> dict[int, list[int]]:
        """Return the columns of the cells that a page offers to edit, by line.

        Of a row with faults these are the cells with faults, and the slug and the name if a fault is about the whole
        row. Mended cells can always be edited again, and with `whole` all cells can. Cells that are longer than
        `MAX_MENDED_LENGTH` are mended in the file.
        """
        places: dict[int, list[int]] = {}
        left = MAX_INPUTS
        for row in shown:
            line = row["line"]
            columns = range(len(self.header)) if whole else sorted(self._columns_to_edit(row))
            short = [column for column in columns if len(self.text(line, column)) <= MAX_MENDED_LENGTH]
            left -= len(short)
            if left >= 0 and (short or whole or row.get("waits") or row["outcome"] in (import_plan.FAULTY, OMITTED)):
                places[line] = short
        return places

    def _columns_to_edit(self, row: dict[str, Any]) -> set[int]:
        if row["outcome"] == OMITTED:
            return set()
        columns = {int(column) for column in self.table.mended.get(str(row["line"]), ())}
        for column, _message in row.get("faults", ()):
            columns |= {*self._columns("slug"), *self._columns("name")} if column is None else {column}
        return columns

    def _columns(self, key: str) -> list[int]:
        return [column for column, meant in enumerate(self.table.meant) if meant == key]

    def shown_row(self, row: dict[str, Any], mend: MendForm, columns: Collection[int] | None) -> ShownRow:
        """Return a row with the fields of `columns`; None for a row that cannot be edited here."""
        line = row["line"]
        shown = ShownRow(line, row["outcome"], row["title"], row.get("slug", ""), row.get("differences", ()))
        messages: dict[int, list[str]] = {column: [] for column in columns or ()}
        for column, message in row.get("faults", ()):
            if column in messages:
                messages[column].append(message)
            else:
                shown.faults.append((self.place_name(line, column), message))
        shown.waits = [(self.place_name(line, column), message) for column, message in row.get("waits", ())]
        for column, faults in messages.items():
            field = mend[f"cell-{line}-{column}"]
            if faults:
                described = f"{field.id_for_label}-faults {field.aria_describedby or ''}".strip()
                field.field.widget.attrs |= {"aria-describedby": described, "aria-invalid": "true"}
            is_mended = str(column) in self.table.mended.get(str(line), ())
            text = text_of(self.cells_of_line[line][column]) if is_mended else None
            shown.cells.append(ShownCell(field, faults, text))
        shown.omit = mend[f"omit-{line}"] if columns is not None else None
        return shown

    def text(self, line: int, column: int) -> str:
        """Return the mended text of a cell, or its text in the file."""
        mended: str | None = self.table.mended.get(str(line), {}).get(str(column))
        return cell_corrections.editable_text(text_of(self.cells_of_line[line][column])) if mended is None else mended

    def place_name(self, line: int, column: int | None) -> str:
        """Return the name of a cell with its heading, or without a column that of a line."""
        if column is None:
            return gettext("line {number}").format(number=line)
        heading = self.header[column]
        return f"{cell_name(column, line)} ({heading})" if heading else cell_name(column, line)
