"""Import of a curator's table: received in parts, checked, mended, reviewed, and saved as drafts in one transaction.

Small tables are checked and written within the request, others by `db_worker`. A crash at any point is safe: received
parts are kept, the drafts are saved in one transaction with the state of the table, and the worker takes over a small
table whose request was killed.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_tasks import task

from catalog import audit, publishing
from catalog.documents import canonical, json_input
from catalog.documents.differences import ABSENT
from catalog.documents.errors import InvalidInput, format_number
from catalog.errors import ChangedMeanwhile
from catalog.models import Changeset
from catalog.models.changesets import ChangesetOrigin
from catalog.models.table_imports import TableImport, TablePart
from catalog.tables import cell_corrections, columns, file_formats, import_plan
from catalog.tables.cells import cell_name
from catalog.tables.file_formats import Table
from catalog.tables.file_limits import MAX_BYTES, invalid_file

State = TableImport.State
MAX_OPEN = 20
"""The maximum number of unfinished tables per account."""
RETENTION = timedelta(days=30)
MAX_IMMEDIATE_ROWS = 200
"""The maximum number of rows that are processed within the request."""
TAKEOVER_DELAY = timedelta(seconds=30)
"""The time after which the worker processes a small table that its request has not finished."""
MAX_REPORTED = 1_000
"""The maximum number of rows that a report lists."""
MAX_REPORTED_LENGTH = 200
"""The maximum number of characters of a value in a report."""
MAX_MENDED = 1_000
"""The maximum number of mended cells and omitted rows of a table."""
MAX_MENDED_LENGTH = 2_000
"""The maximum number of characters of a mended cell."""


class TableStateConflict(ChangedMeanwhile):
    """The table is not in the state that the user has seen; nothing was done."""


class _Cancelled(Exception):
    """The table was cancelled while it was processed."""


def start_upload(*, by: User, game: str, kind: str, name: str, size: int, digest: str = "") -> TableImport:
    """Start the upload of a file of `size` bytes, with the SHA-256 `digest` if given. Raises InvalidInput."""
    columns.columns_of(game, kind)
    if not 0 < size <= MAX_BYTES:
        if not size:
            raise invalid_file("empty", _("The file is empty."))
        message = _("A file has at most {most} MB.").format(most=MAX_BYTES // 2**20)
        raise invalid_file("too-large", message, status=413)
    expired_tables().delete()
    if TableImport.objects.filter(by=by).exclude(state__in=[State.DONE, State.CANCELLED]).count() >= MAX_OPEN:
        message = _("You have {number} unfinished tables. Import or cancel some first.")
        raise invalid_file("too-many", message.format(number=MAX_OPEN))
    tidy = str(json_input.tidy(name.replace("\0", ""))).strip()[:200] or "table"
    with transaction.atomic():
        table = TableImport.objects.create(by=by, game=game, kind=kind, name=tidy, size=size, sha256=digest)
        _note("begun", table, by, {"of": f"{game}/{kind}", "size": size})
    return table


def receive_part(table: TableImport, data: bytes, *, offset: int, by: User) -> TableImport:
    """Append bytes to the file of a table; return the table, whose `received` is the next offset.

    Bytes at another offset are ignored without an error; the sender continues at `received`. The last part completes
    the file, and so does any later call if the process ended between the two. Raises InvalidInput for a file that is no
    table or does not match its announced size or digest; if the complete file is invalid, the table is deleted.
    """
    with transaction.atomic():
        table = TableImport.objects.select_for_update().get(pk=table.pk)
        if table.state != State.RECEIVING:
            return table
        if data and offset == table.received:
            _append(table, data)
    return _finish(table, by) if table.received == table.size else table


def _append(table: TableImport, data: bytes) -> None:
    """Append bytes to the file of a locked table. Raises InvalidInput."""
    if table.received + len(data) > table.size:
        raise invalid_file("too-large", _("The file is larger than announced. Send it again."), status=413)
    TablePart.objects.create(table=table, offset=table.received, data=data)
    table.received += len(data)
    table.save(update_fields=["received"])


def _finish(table: TableImport, by: User) -> TableImport:
    """Complete the upload and log it once. A file that is no table is deleted."""
    raw = content(table)
    digest = sha256(raw).hexdigest()
    try:
        if table.sha256 and digest != table.sha256:
            raise invalid_file(
                "other-file", _("The rest of the file does not match its beginning. Upload the file again.")
            )
        header = file_formats.read(raw).header
    except InvalidInput as error:
        with transaction.atomic():
            _note("refused", table, by, {"code": error.faults[0].code, "sha256": digest})
            table.delete()
        raise
    meant = columns.guess_columns(header, columns.columns_of(table.game, table.kind))
    with suppress(TableStateConflict), transaction.atomic():  # unless another request has completed it
        _move(table, (State.RECEIVING,), State.WHOLE, meant=meant)
        _note("received", table, by, {"sha256": digest})
    table.refresh_from_db()
    return table


def content(table: TableImport) -> bytes:
    """Return the bytes received so far."""
    return b"".join(bytes(part.data) for part in table.parts.all())


def mended_content(table: TableImport) -> Table:
    """Return the table with its mended cells and without the omitted rows."""
    return cell_corrections.corrected_table(file_formats.read(content(table)), table.mended, table.omitted_lines)


def check(
    table: TableImport,
    *,
    keys: Sequence[str],
    source: Mapping[str, Any] | None,
    by: User,
    sources_hold: bool = False,
) -> TableImport:
    """Compute the effects of a table whose columns have the keys `keys`.

    `source` is the source of the changes; with `sources_hold` the former sources cover them. Raises InvalidInput and
    TableStateConflict.
    """
    contents = mended_content(table)
    import_plan.check_columns(contents.header, keys, columns.columns_of(table.game, table.kind))
    options: dict[str, Any] = {
        "meant": list(keys),
        "source": dict(source) if source else None,
        "sources_hold": sources_hold,
        "total": len(contents.rows),
    }
    with transaction.atomic():
        _start_check(table, (State.WHOLE, State.CHECKED), by=by, **options)
    return _process_small(table)


def mend(
    table: TableImport,
    *,
    entered: Mapping[tuple[int, int], str],
    omitted: Mapping[int, bool],
    seen: str,
    by: User,
) -> TableImport:
    """Store texts for cells of a checked table, and check it again.

    `entered` has a text for cells by line and column index, `omitted` whether the row on a line is left out; `seen` is
    the digest that the user has seen. Raises InvalidInput and TableStateConflict.
    """
    if table.state != State.CHECKED or table.digest != seen:
        raise TableStateConflict
    contents = file_formats.read(content(table))
    mended = cell_corrections.merge_entered(contents, table.mended, entered)
    lines = sorted({line for line in table.omitted_lines if line not in omitted} | {n for n in omitted if omitted[n]})
    if sum(map(len, mended.values())) + len(lines) > MAX_MENDED:
        message = _("A table has at most {most} corrected cells and rows left out. Correct the others in the file.")
        raise invalid_file("too-many", message.format(most=format_number(MAX_MENDED)))
    changed = _changed_cells(table.mended, mended)
    left_out = sorted({*lines} ^ {*table.omitted_lines})
    options = {"mended": mended, "omitted_lines": lines, "total": len(contents.rows) - len(lines)}
    with transaction.atomic():
        if changed or left_out:
            _note("mended", table, by, {"cells": changed, "rows left out or taken back": left_out})
        _start_check(table, (State.CHECKED,), by=by, seen=seen, **options)
    return _process_small(table)


def _changed_cells(before: cell_corrections.CorrectedCells, after: cell_corrections.CorrectedCells) -> list[str]:
    """Return the names of the cells with different texts."""
    texts = [
        {(int(line), int(place)): text for line, cells in side.items() for place, text in cells.items()}
        for side in (before, after)
    ]
    return [
        cell_name(place, line) for line, place in sorted({key for key, _text in texts[0].items() ^ texts[1].items()})
    ]


def import_as_drafts(table: TableImport, *, by: User, why: str, seen: str, good_rows_only: bool = False) -> TableImport:
    """Save the rows of a checked table as drafts: all of them, or with `good_rows_only` those without faults.

    `seen` is the digest that the user has seen. Raises InvalidInput and TableStateConflict.
    """
    why = publishing.clean_reason(why)
    if table.state != State.CHECKED or table.digest != seen or not good_rows(table):
        raise TableStateConflict
    if table.report["counts"][import_plan.FAULTY] and not good_rows_only:
        raise TableStateConflict
    options: dict[str, Any] = {"by": by, "why": why, "done": 0, "language": _active_language()}
    with transaction.atomic():
        _start(table, (State.CHECKED,), State.WRITING, seen=seen, **options)
    return _process_small(table)


def good_rows(table: TableImport) -> int:
    """Return the number of rows of a checked table that can be saved as drafts."""
    counts: dict[str, int] = table.report["counts"]
    waiting = max(0, len(table.left_behind) - counts[import_plan.FAULTY])
    return counts[import_plan.ADDED] + counts[import_plan.CHANGED] - waiting


def retry(table: TableImport, *, by: User) -> TableImport:
    """Resume lost processing. Raises TableStateConflict if none was lost."""
    if not table.lost:
        raise TableStateConflict
    with transaction.atomic():
        _start(table, (State(table.state),), State(table.state))
        _note("taken up again", table, by, {"state": table.state})
    return _process_small(table)


@transaction.atomic
def cancel(table: TableImport, *, by: User | None = None) -> bool:
    """Cancel a table; return False if it was imported already."""
    moved = TableImport.objects.filter(pk=table.pk).exclude(state__in=[State.DONE, State.CANCELLED])
    cancelled = bool(moved.update(state=State.CANCELLED, heard_at=timezone.now(), report={}, left_behind=[]))
    if cancelled:
        TablePart.objects.filter(table=table).delete()
        _note("given up", table, by)
    table.refresh_from_db()
    return table.state == State.CANCELLED


# -- processing ----------------------------------------------------------------------------------------------------


def _active_language() -> str:
    return translation.get_language() or settings.LANGUAGE_CODE


def _move(table: TableImport, before: Sequence[State], after: State, *, seen: str | None = None, **values: Any) -> None:
    """Move a table from one of the states `before`, with the digest `seen` if given, to the state `after`.

    Raises TableStateConflict.
    """
    standing = TableImport.objects.filter(pk=table.pk, state__in=before)
    if seen is not None:
        standing = standing.filter(digest=seen)
    if not standing.update(state=after, heard_at=timezone.now(), **values):
        raise TableStateConflict
    table.refresh_from_db()


def _start_check(
    table: TableImport, before: Sequence[State], *, by: User, seen: str | None = None, **values: Any
) -> None:
    empty: dict[str, Any] = {"report": {}, "left_behind": [], "digest": "", "done": 0}
    _start(table, before, State.CHECKING, seen=seen, language=_active_language(), **empty, **values)
    _note("checked", table, by, {"rows": table.total})


def _start(table: TableImport, before: Sequence[State], after: State, **values: Any) -> None:
    """Move a table to the state `after`, and queue its processing; call it in a transaction.

    The task of a small table, which its request processes, waits for `TAKEOVER_DELAY` and usually finds nothing to do.
    Raises TableStateConflict.
    """
    _move(table, before, after, **values)
    run_after = timezone.now() + TAKEOVER_DELAY if _is_small(table) else None
    process_table.using(run_after=run_after).enqueue(table.pk)


def _is_small(table: TableImport) -> bool:
    return table.total <= MAX_IMMEDIATE_ROWS


def _process_small(table: TableImport) -> TableImport:
    """Process a small table at once; return the table in its current state."""
    if _is_small(table):
        process(table.pk)
        table.refresh_from_db()
    return table


@task()
def process_table(pk: int) -> None:
    """Check or import the table with this number, unless it was cancelled."""
    process(pk)


def process(pk: int) -> None:
    """Check or import a table, depending on its state, in the language of the user who asked."""
    table = TableImport.objects.filter(pk=pk, state__in=[State.CHECKING, State.WRITING]).first()
    if table is None:
        return
    try:
        with translation.override(table.language):
            _process(table)
    except (_Cancelled, TableStateConflict):
        return


def _process(table: TableImport) -> None:
    if table.state == State.CHECKING:
        _move(table, (State.CHECKING,), State.CHECKED, **_result(table, _plan(table)))
    else:
        _write(table)


def _plan(table: TableImport) -> import_plan.TablePlan:
    contents = mended_content(table)
    with _heartbeat(table, contents) as progress:
        return import_plan.plan_import(
            contents,
            table.meant,
            game=table.game,
            kind=table.kind,
            source=table.source,
            sources_hold=table.sources_hold,
            by=table.by,
            progress=progress,
        )


@contextmanager
def _heartbeat(table: TableImport, contents: Table) -> Iterator[publishing.Progress]:
    """Provide a callback that stores the progress of a table; it raises _Cancelled if the table was cancelled."""
    last_beat = time.monotonic()
    standing = TableImport.objects.filter(pk=table.pk, state=table.state)

    def progress(_doing: str, done: int, total: int) -> None:
        nonlocal last_beat
        if time.monotonic() - last_beat < 0.5:
            return
        last_beat = time.monotonic()
        if not standing.update(done=min(done, len(contents.rows)), heard_at=timezone.now()):
            raise _Cancelled

    yield progress


def _write(table: TableImport) -> None:
    """Save the drafts and the new state in one transaction; check again if the catalog has changed in the meantime.

    The file is kept if rows are left behind.
    """
    planned = _plan(table)
    saved, left_behind = len(planned.good_documents), planned.left_behind
    try:
        if _digest(table, planned) != table.digest:
            raise publishing.Conflict
        with transaction.atomic():
            changeset = save_good_rows(planned, by=table.by, why=table.why)
            outcome: dict[str, Any] = {"done": saved, "changeset": changeset, "left_behind": left_behind}
            _move(table, (State.WRITING,), State.DONE, **outcome)
            if not left_behind:
                TablePart.objects.filter(table=table).delete()
            _note("brought in", table, table.by, {"documents": saved, "left behind": len(left_behind)})
    except (publishing.Conflict, InvalidInput):
        result = _result(table, _plan(table))
        result["report"]["meanwhile"] = True
        _move(table, (State.WRITING,), State.CHECKED, **result)


def save_good_rows(planned: import_plan.TablePlan, *, by: User | None, why: str) -> Changeset | None:
    """Save the good rows as drafts; return their changeset, None if all of them replace drafts of other changesets.

    Call it in a transaction. Raises InvalidInput and Conflict.
    """
    changeset = publishing.new_changeset(title=why, origin=ChangesetOrigin.TABLE, by=by)
    drafts = publishing.save_drafts(
        planned.good_documents,
        by=by,
        why=why,
        expected=planned.expected,
        held=planned.held,
        reason_of=planned.reason_of,
        changeset=changeset,
    )
    if any(draft.changeset_id == changeset.pk for draft in drafts):
        return changeset
    changeset.delete()
    return None


def rows_left_behind(table: TableImport, form: str) -> bytes:
    """Return the rows with faults as a file with their faults; `form` is one of `cell_corrections.FORMATS`."""
    return cell_corrections.rows_left_behind(mended_content(table), dict(table.left_behind), form)


def _result(table: TableImport, planned: import_plan.TablePlan) -> dict[str, Any]:
    """Return the fields of a table with the result of a check."""
    return {"report": report_of(planned), "left_behind": planned.left_behind, "digest": _digest(table, planned)}


def _digest(table: TableImport, planned: import_plan.TablePlan) -> str:
    """Return a digest of the plan, the mended cells and the omitted rows."""
    if not table.mended and not table.omitted_lines:
        return planned.digest
    mended = canonical.compact([table.mended, table.omitted_lines])
    return sha256(f"{planned.digest}\n{mended}".encode()).hexdigest()


def report_of(planned: import_plan.TablePlan) -> dict[str, Any]:
    """Return the plan as a JSON report: counts, and the rows with changes or faults, faults first."""
    reported = [row for row in planned.rows if row.outcome != import_plan.UNCHANGED]
    reported.sort(key=lambda row: (not row.faults, not row.waits, row.line))
    return {
        "counts": planned.counts,
        "left_out": max(0, len(reported) - MAX_REPORTED),
        "rows": [
            {
                "line": row.line,
                "slug": row.slug,
                "title": row.title,
                "outcome": row.outcome,
                "faults": [[fault.cell, fault.message] for fault in row.faults],
                "waits": [[fault.cell, fault.message] for fault in row.waits],
                "differences": [
                    [one.pointer, _shortened(one.before), _shortened(one.after)]
                    for one in (row.differences if row.outcome == import_plan.CHANGED else ())
                ],
            }
            for row in reported[:MAX_REPORTED]
        ],
    }


def _note(action: str, table: TableImport, by: User | None, after: Any = None) -> None:
    """Write an action on a table to the audit log. The file name is left out, since users choose it freely."""
    audit.log_action(f"table {action}", by=by, of=f"table {table.pk}", after=after)


def _shortened(value: Any) -> str | None:
    if value is ABSENT:
        return None
    text = value if isinstance(value, str) else _("not known") if value is None else canonical.compact(value)
    return import_plan.shortened(text, MAX_REPORTED_LENGTH)


def expired_tables() -> QuerySet[TableImport]:
    """Return the tables to delete because they have been idle for `RETENTION`."""
    return TableImport.objects.filter(heard_at__lt=timezone.now() - RETENTION)
