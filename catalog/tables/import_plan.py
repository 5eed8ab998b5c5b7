"""The plan of a table import: the documents of its rows, their differences, and each fault at its cell.

A row with the slug of a document changes that document; an empty cell keeps a fact. A row without a slug, or with a new
one, is a new document; facts with empty cells are not known. A new or changed fact needs a source: from a cell, or from
the source of the whole table; or a cell, or an option of the whole table, states that the former source covers the new
value, too; or a cell gives the reason why there is none.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import documents, publishing
from catalog.documents import canonical, json_input, provenance
from catalog.documents.differences import Difference, differences
from catalog.documents.errors import Fault, InvalidInput, json_pointer
from catalog.documents.schema_properties import Construct, document_properties
from catalog.tables import columns
from catalog.tables.cells import Cell, InvalidCell, TypedCell, cell_text, column_name, read, write, yes_or_no
from catalog.tables.columns import HOLDS, PAGE, SOURCE, UNSOURCED, Column
from catalog.tables.file_formats import Table

Document = dict[str, Any]
MAX_SHOWN_TEXT = 60
"""The maximum number of characters of an invalid cell that its message shows."""
MAX_FAULTS_LENGTH = 500
"""The maximum number of characters of the faults of a row in a file."""
MAX_PASSES = 5
"""The maximum number of searches for rows that depend on rows with faults."""
REPEATED = "twice"
"""The code of a slug that several rows have, which is reported with the lines of the other rows."""
ADDED, CHANGED, UNCHANGED, FAULTY = "added", "changed", "unchanged", "faulty"


@dataclass(frozen=True, slots=True)
class CellError:
    """A fault in a row: the index of its cell, or None for the row as a whole."""

    cell: int | None
    message: str


@dataclass(slots=True)
class RowPlan:
    """The plan for one row: its document, and its faults.

    `held` has the pointers of facts whose sources also cover new values. `unsourced_reason` is the reason for facts
    without a source. `waits` has the faults that the row would have without the rows with faults, on which it depends.
    """

    line: int
    slug: str
    title: str
    document: Document
    before: Document | None
    held: tuple[str, ...] = ()
    unsourced_reason: str = ""
    faults: list[CellError] = field(default_factory=list)
    waits: list[CellError] = field(default_factory=list)

    @property
    def differences(self) -> list[Difference]:
        """The differences from the draft or published document."""
        return list(differences(self.before or {}, self.document))

    @property
    def outcome(self) -> str:
        """The outcome of the row: `ADDED`, `CHANGED`, `UNCHANGED` or `FAULTY`."""
        if self.faults:
            return FAULTY
        if self.before is None:
            return ADDED
        return UNCHANGED if self.before == self.document else CHANGED


@dataclass
class TablePlan:
    """The plan of a table import by row. `expected` has the edit token of each document that it starts from."""

    header: tuple[str, ...]
    rows: list[RowPlan]
    expected: dict[publishing.Identity, str]

    @property
    def counts(self) -> dict[str, int]:
        """The number of rows by outcome."""
        counter = Counter(row.outcome for row in self.rows)
        return {outcome: counter[outcome] for outcome in (ADDED, CHANGED, UNCHANGED, FAULTY)}

    @property
    def documents(self) -> list[Document]:
        """The documents of the rows without faults that change something."""
        return [row.document for row in self.rows if row.outcome in (ADDED, CHANGED)]

    @property
    def good_documents(self) -> list[Document]:
        """The documents that can be saved although other rows have faults."""
        return [row.document for row in self.rows if row.outcome in (ADDED, CHANGED) and not row.waits]

    @property
    def left_behind(self) -> list[tuple[int, str]]:
        """The lines of the rows that cannot be saved, each with its faults in words."""
        return [(row.line, self._faults_in_words(row)) for row in self.rows if row.faults or row.waits]

    def _faults_in_words(self, row: RowPlan) -> str:
        sentences = []
        for fault in sorted(row.faults or row.waits, key=lambda fault: -1 if fault.cell is None else fault.cell):
            heading = "" if fault.cell is None else self.header[fault.cell]
            named = "" if fault.cell is None else column_name(fault.cell)
            named += f" ({heading})" if heading else ""
            sentences.append(f"{named}: {fault.message}" if named else fault.message)
        return shortened(" ".join(" ".join(sentences).split()), MAX_FAULTS_LENGTH)

    def held(self, document: Document) -> tuple[str, ...]:
        """Return the pointers of a document's facts whose sources also cover new values."""
        row = self._by_slug.get(document["slug"])
        return row.held if row else ()

    def reason_of(self, document: Document) -> str:
        """Return the reason for a document's facts without a source, `""` for none."""
        row = self._by_slug.get(document["slug"])
        return row.unsourced_reason if row else ""

    @cached_property
    def _by_slug(self) -> dict[str, RowPlan]:
        return {row.slug: row for row in self.rows}

    @property
    def digest(self) -> str:
        """A digest of the documents and the states they start from, to detect changes between check and import."""
        parts = [canonical.compact(self.documents), *(f"{key} {mark}" for key, mark in sorted(self.expected.items()))]
        return sha256("\n".join(parts).encode()).hexdigest()


def plan_import(
    table: Table,
    keys: Sequence[str],
    *,
    game: str,
    kind: str,
    source: Mapping[str, Any] | None = None,
    sources_hold: bool = False,
    by: User | None = None,
    progress: publishing.Progress = publishing.no_progress,
) -> TablePlan:
    """Return the plan for `table`; `keys` has the key of the column for each heading, `""` for one to leave out.

    `source` is the source of changes in rows whose cells name none; with `sources_hold` the former sources cover all
    changes. `by` is the user who imports the table, None for a command. Raises InvalidInput if a column occurs twice,
    or if there is neither slug nor name.
    """
    check_columns(table.header, keys, columns.columns_of(game, kind))
    current = _CurrentDocuments(game, kind, by)
    reader = _RowReader(current, keys, source, sources_hold=sources_hold)
    rows = []
    for number, (line, cells) in enumerate(table.rows, start=1):
        rows.append(reader.row(line, cells))
        progress("Reading rows", number, len(table.rows))
    _mark_duplicates(rows, keys)
    _judge(rows, keys, table, progress)
    _mark_waiting(rows, keys, table, progress)
    return TablePlan(
        table.header, rows, {current.identity(row.slug): current.token(row.slug) for row in rows if row.slug}
    )


def check_columns(header: Sequence[str], chosen: Sequence[str], available: Sequence[Column]) -> None:
    """Check the column keys `chosen` for each heading of `header` against the available columns. Raises
    InvalidInput.
    """
    keys = {column.key for column in available} | {""}
    faults = []
    if len(chosen) != len(header) or not set(chosen) <= keys:
        faults.append(Fault("", "unknown-column", _("The columns do not match this table. Choose them again.")))
    for key in sorted({key for key in chosen if key and list(chosen).count(key) > 1}):
        faults.append(Fault("", "twice", _("Two columns are to be “{key}”. Keep one of them.").format(key=key)))
    if not {"slug", "name"} & set(chosen):
        faults.append(Fault("", "no-name", _("Choose which column has the slugs, or which has the names.")))
    if faults:
        raise InvalidInput("invalid-table", faults)


class _CurrentDocuments:
    """The current documents of one game and type, as editors start from them, by slug."""

    def __init__(self, game: str, kind: str, by: User | None) -> None:
        self.game, self.kind, self.by = game, kind, by
        self.document_type = documents.COMMON_TYPES.get(kind, "card")
        self.standing = publishing.current_documents(game, self.document_type)

    def identity(self, slug: str) -> publishing.Identity:
        return (self.game, self.document_type, slug)

    def document(self, slug: str) -> Document | None:
        one = self.standing.get(slug)
        return one.document if one else None

    def token(self, slug: str) -> str:
        one = self.standing.get(slug)
        return one.token if one else ""

    def is_own_draft(self, slug: str) -> bool:
        """Return whether the current document is a draft of the user who imports the table."""
        state = self.standing.get(slug)
        return state is not None and publishing.is_own_draft(state, self.by)

    @cached_property
    def published(self) -> Callable[[Document], list[Document]]:
        """A function that returns the published versions of a document."""
        return publishing.published_of({self.game})


class _RowReader:
    """A converter of rows to documents."""

    def __init__(
        self, current: _CurrentDocuments, keys: Sequence[str], source: Mapping[str, Any] | None, *, sources_hold: bool
    ) -> None:
        self.current = current
        self.sources_hold = sources_hold
        self.keys = keys
        self.source = dict(source) if source else None
        self.columns = {column.key: column for column in columns.columns_of(current.game, current.kind)}
        self.properties = document_properties(documents.schema_path({"game": current.game, "kind": current.kind}))

    def row(self, line: int, cells: Sequence[Cell]) -> RowPlan:
        """Return the plan for one row."""
        faults: list[CellError] = []
        values = self._values(cells, faults)
        slug = values.get("slug")
        new = not isinstance(slug, str) or self.current.document(slug) is None
        before = None if new else self.current.document(str(slug))
        if before is not None and before["kind"] != self.current.kind:
            message = _("“{slug}” is of the kind {kind}; the rows of this table are {kind_here}.")
            text = message.format(slug=slug, kind=before["kind"], kind_here=self.current.kind)
            faults.append(CellError(self._place("slug"), text))
        facts = {key: value for key, value in values.items() if key not in (SOURCE, PAGE, HOLDS, UNSOURCED)}
        document = {**(before or self._blank()), **facts}
        if new and not document.get("slug"):
            document["slug"] = documents.slugify(str(document.get("name") or document.get("class") or ""))
            if not document["slug"]:
                faults.append(CellError(None, _("There is neither a slug nor a name to make one of.")))
            elif self.current.document(document["slug"]) is not None:
                message = _("“{slug}” is there already. To change it write its slug; for another, a new one.")
                faults.append(CellError(self._place("name"), message.format(slug=document["slug"])))
        document["sources"], held = self._sources(before, document, values, faults, cells)
        document = json_input.tidy(document)
        slug = document["slug"] if isinstance(document["slug"], str) else ""
        title, reason = str(document.get("name") or slug), values.get(UNSOURCED, "")
        return RowPlan(line, slug, title, document, before, held, reason, faults)

    def _values(self, cells: Sequence[Cell], faults: list[CellError]) -> Document:
        """Return the values of the cells by column; cells that cannot be read are added to `faults`."""
        values: Document = {}
        for place, (key, cell) in enumerate(zip(self.keys, cells, strict=True)):
            if not key or cell == "":
                continue
            prop = self.columns[key].property
            try:
                values[key] = read(cell, prop) if prop else _of_source(key, cell)
            except InvalidCell as error:
                faults.append(CellError(place, with_cell_text(str(error), cell)))
        return values

    def _blank(self) -> Document:
        """Return a new document of the kind without known facts."""
        blank: Document = {"game": self.current.game, "kind": self.current.kind}
        for prop in self.properties:
            if prop.construct is Construct.SOURCES:
                blank[prop.key] = {}
            elif prop.required and prop.nullable and prop.key not in blank:
                blank[prop.key] = None
        return blank

    def _sources(
        self,
        before: Document | None,
        document: Document,
        values: Document,
        faults: list[CellError],
        cells: Sequence[Cell],
    ) -> tuple[Any, tuple[str, ...]]:
        """Return the sources of a document, and the pointers of facts whose former source covers the new value."""
        sources = document.get("sources")
        if not isinstance(sources, dict) or not all(isinstance(one, dict) for one in sources.values()):
            return sources, ()  # reported by the schema
        row_source = self._row_source(values)
        if before is None and row_source:
            sources = {"": row_source, **sources}
        document = {**document, "sources": sources}
        states = [before, *self.current.published(document)] if before is not None else []
        bare = provenance.newly_unsourced(document, states)
        if row_source:
            changed = [*provenance.stale_facts(document, states), *bare]
            keys = dict.fromkeys(pointer.split("/")[1] for pointer in changed)
            kept = {
                pointer: one for pointer, one in sources.items() if not pointer or pointer.split("/")[1] not in keys
            }
            given = {json_pointer(key): row_source for key in keys}
            return kept | given, tuple(given)
        held = provenance.EVERY_FACT if self.sources_hold or values.get(HOLDS) else ()
        own = before is not None and self.current.is_own_draft(before["slug"])
        asked = [] if held else provenance.stale_facts(document, states, own_draft=own)
        source_faults = [provenance.stale_fault(document, pointer) for pointer in asked]
        source_faults += [] if values.get(UNSOURCED) else map(provenance.unsourced_fault, bare)
        faults += [self._cell_error(fault, cells) for fault in source_faults]
        return sources, held

    def _cell_error(self, fault: Fault, cells: Sequence[Cell]) -> CellError:
        """Return a fault of the document at the cell that it is about."""
        place, message = _at_cell(fault, self.keys)
        return CellError(place, message if place is None else with_cell_text(message, cells[place]))

    def _row_source(self, values: Document) -> dict[str, Any] | None:
        """Return the source of a row's changes, from the row or the whole table."""
        if SOURCE not in values:
            return self.source
        page = {"page": values[PAGE]} if values.get(PAGE) is not None else {}
        return {"source": values[SOURCE], **page, "checked": False}

    def _place(self, key: str) -> int | None:
        return list(self.keys).index(key) if key in self.keys else None


def _of_source(key: str, cell: Cell) -> Any:
    value = cell.value if isinstance(cell, TypedCell) else cell_text(cell)
    if key == HOLDS:
        return _yes_or_no(cell)
    if key == UNSOURCED:
        return _reason(value)
    if key == SOURCE:
        if not isinstance(value, str):
            raise InvalidCell(_("Write the title or the address of a source."))
        return value
    if not str(value).isascii() or not str(value).isdigit() or len(str(value)) > 6:
        raise InvalidCell(_("A page is a whole number."))
    return int(value)


def _reason(value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidCell(_("Give the reason in words."))
    try:
        return publishing.clean_unsourced_reason(value)
    except InvalidInput as error:
        raise InvalidCell(error.faults[0].message) from error


def _yes_or_no(cell: Cell) -> bool:
    value = cell.value if isinstance(cell, TypedCell) else yes_or_no(cell_text(cell))
    if not isinstance(value, bool):
        raise InvalidCell(_("Write yes or no."))
    return value


def _mark_duplicates(row_plans: list[RowPlan], keys: Sequence[str]) -> None:
    """Add a fault to rows with equal slugs."""
    of_slug: dict[str, list[RowPlan]] = {}
    for row in row_plans:
        if row.slug:
            of_slug.setdefault(row.slug, []).append(row)
    place = list(keys).index("slug") if "slug" in keys else None
    for same in of_slug.values():
        for row in same if len(same) > 1 else ():
            others = [str(other.line) for other in same if other is not row]
            message = ngettext(
                "Line {lines} is about “{slug}” as well. Keep one of them.",
                "Lines {lines} are about “{slug}” as well. Keep one of them.",
                len(others),
            )
            row.faults.append(CellError(place, message.format(lines=", ".join(others), slug=row.slug)))


def _judge(row_plans: list[RowPlan], keys: Sequence[str], table: Table, progress: publishing.Progress) -> None:
    """Check the documents against their schemas and the catalog, and add each fault to its cell."""
    changed = [row for row in row_plans if row.outcome != UNCHANGED]
    for row, cell_error in _entry_errors(changed, keys, table, progress):
        if cell_error.cell is None or cell_error.cell not in {one.cell for one in row.faults}:
            row.faults.append(cell_error)


def _mark_waiting(row_plans: list[RowPlan], keys: Sequence[str], table: Table, progress: publishing.Progress) -> None:
    """Mark the rows without faults that depend on rows with faults, directly or through other rows.

    After `MAX_PASSES` searches all rows that are left wait.
    """
    if not any(row.faults for row in row_plans):
        return
    for number in range(MAX_PASSES + 1):
        good = [row for row in row_plans if row.outcome in (ADDED, CHANGED) and not row.waits]
        found = list(_entry_errors(good, keys, table, progress))
        if not found:
            return
        for row, cell_error in found:
            row.waits.append(cell_error)
        if number == MAX_PASSES:
            message = _("This row depends on rows that have faults.")
            for row in good:
                row.waits = row.waits or [CellError(None, message)]


def _entry_errors(
    row_plans: list[RowPlan], keys: Sequence[str], table: Table, progress: publishing.Progress
) -> Iterator[tuple[RowPlan, CellError]]:
    """Yield the faults of the documents of rows in the catalog, each at its cell."""
    cells_of_line = dict(table.rows)
    for index, fault in publishing.entry_faults([row.document for row in row_plans], progress=progress):
        if fault.code != REPEATED:
            row = row_plans[index]
            place, message = _at_cell(fault, keys)
            if place is not None:
                message = with_cell_text(message, cells_of_line[row.line][place])
            yield row, CellError(place, message)


def with_cell_text(message: str, cell: Cell) -> str:
    """Return a message that begins with the text of the invalid cell, if it has one."""
    if not isinstance(cell, str) or not cell:
        return message
    return _("“{text}”: {message}").format(text=shortened(cell, MAX_SHOWN_TEXT), message=message)


def shortened(text: str, longest: int) -> str:
    """Return a text with at most `longest` characters; a cut is marked."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _at_cell(fault: Fault, keys: Sequence[str]) -> tuple[int | None, str]:
    """Return the index of the cell that a document's fault is about, and the message for it."""
    parts = fault.pointer.split("/")[1:]
    key = parts[0] if parts else ""
    place = list(keys).index(key) if key in keys else None
    below = parts if place is None else parts[1:]
    item = _("item {number}")
    within = " ".join(item.format(number=int(part) + 1) if part.isdecimal() else part for part in below)
    return place, f"{within}: {fault.message}" if within else fault.message


def cells_of(document: Document, keys: Sequence[str], columns_by_key: Mapping[str, Column]) -> Iterator[str]:
    """Yield the cells of a document for the columns of `keys`; `""` for absent values."""
    for key in keys:
        prop = columns_by_key[key].property
        yield write(document[key], prop) if prop and key in document else ""
