"""`manage.py import_table GAME KIND FILE`: import a table as drafts of documents of one kind.

All rows are imported or none; with `--good-rows` those without faults are.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.template.defaultfilters import pluralize

from catalog import publishing
from catalog.console import printable, progress_bars, user_named
from catalog.documents.differences import as_line
from catalog.documents.errors import InvalidInput
from catalog.tables import cell_corrections, columns, file_formats, file_limits, import_plan, table_import
from catalog.tables.cells import cell_name

DEFAULT_REASON = "Imported from a table"


class Command(BaseCommand):
    help = (
        "Import the rows of a table (CSV, xlsx or JSON) as drafts of documents of one kind: all of them or none, or "
        "with --good-rows those without faults."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the slug of a game, attack-wing for example")
        parser.add_argument("kind", help="a kind of its documents, creature for example")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            metavar="HEADING=FACT",
            help="the fact in a column; leave it empty to ignore the column",
        )
        parser.add_argument("--source", help="the source of the facts that the table changes or adds")
        parser.add_argument("--page", type=int, help="the page of the source")
        parser.add_argument(
            "--sources-hold", action="store_true", help="confirm that existing sources also apply to the changes"
        )
        parser.add_argument(
            "--good-rows", action="store_true", help="import the rows without faults although others have faults"
        )
        parser.add_argument(
            "--faulty",
            type=Path,
            metavar="FILE",
            help="write the rows that stay behind to this file, with their faults; it ends in .csv or .xlsx",
        )
        parser.add_argument("--dry-run", action="store_true", help="show the changes; write nothing")
        parser.add_argument(
            "--why",
            default=DEFAULT_REASON,
            help=f"the reason stored with the drafts (default: {DEFAULT_REASON.lower()})",
        )
        parser.add_argument("--by", default="", help="the account of the author, who cannot approve the drafts")

    def handle(self, *args: Any, **options: Any) -> None:
        author = user_named(options["by"])
        self._check_target(options["faulty"], options["file"])
        self._check_source(options["source"], options["page"])
        try:
            with options["file"].open("rb") as file:
                table = file_formats.read(file.read(file_limits.MAX_BYTES + 1))
            if table.note:
                self.stdout.write(printable(table.note))
            planned = self._plan(table, options)
            self._show_faults(planned)
            refused = bool(planned.left_behind) and not (options["good_rows"] and planned.good_documents)
            if options["dry_run"]:
                if not refused:
                    self._show(planned)
            else:
                with transaction.atomic():
                    if not refused:
                        table_import.save_good_rows(planned, why=options["why"], by=author)
                    if options["faulty"] and planned.left_behind:
                        self._write_left_behind(table, planned, options["faulty"])
        except OSError as error:
            raise CommandError(f"Cannot read {options['file']}: {error.strerror}.") from error
        except InvalidInput as error:
            raise CommandError(" ".join(fault.message for fault in error.faults)) from error
        except publishing.Conflict as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        if refused:
            number = len(planned.left_behind)
            raise CommandError(f"Faults in {number} row{pluralize(number)}. Nothing was imported.")
        self._report(planned, options)

    def _check_target(self, target: Path | None, source: Path) -> None:
        if target is None:
            return
        if _form(target) not in cell_corrections.FORMATS:
            raise CommandError(
                f"--faulty {target} has an unknown ending. Use one of {', '.join(cell_corrections.FORMATS)}."
            )
        if target.resolve() == source.resolve():
            raise CommandError(f"--faulty {target} is the table itself. Name another file.")

    def _check_source(self, source: str | None, page: int | None) -> None:
        if source is not None and not source.strip():
            raise CommandError("--source: name the source.")
        if page is not None and source is None:
            raise CommandError("--page is the page of --source. Give both.")
        if page is not None and page < 1:
            raise CommandError("--page: give a number of at least 1.")

    def _columns(self, header: Sequence[str], available: Sequence[columns.Column], chosen: list[str]) -> list[str]:
        """Return the key of the fact in each column. Raises CommandError for an invalid `--column`."""
        keys = columns.guess_columns(header, available)
        facts = {column.key for column in available} | {"", "nothing"}
        named: set[str] = set()
        for assignment in chosen:
            heading, sign, fact = assignment.rpartition("=")
            if not sign:
                raise CommandError(f"--column {printable(assignment)}: write HEADING=FACT.")
            if heading not in header:
                raise CommandError(f"--column {printable(assignment)}: the table has no column “{printable(heading)}”.")
            if heading in named:
                raise CommandError(f"--column {printable(assignment)}: “{printable(heading)}” is chosen twice.")
            if fact not in facts:
                message = (
                    f"there is no fact “{printable(fact)}”. Known are: {', '.join(sorted(facts - {'', 'nothing'}))}."
                )
                raise CommandError(f"--column {printable(assignment)}: {message}")
            named.add(heading)
            keys[header.index(heading)] = "" if fact == "nothing" else fact
        return keys

    def _plan(self, table: file_formats.Table, options: dict[str, Any]) -> import_plan.TablePlan:
        game, kind = options["game"], options["kind"]
        keys = self._columns(table.header, columns.columns_of(game, kind), options["column"])
        for heading, key in zip(table.header, keys, strict=True):
            self.stdout.write(f"{printable(heading)}: {key or 'left out'}")
        page = {"page": options["page"]} if options["page"] else {}
        source = {"source": options["source"], **page, "checked": False} if options["source"] else None
        with progress_bars() as progress:
            return import_plan.plan_import(
                table,
                keys,
                game=game,
                kind=kind,
                source=source,
                sources_hold=options["sources_hold"],
                progress=progress,
            )

    def _write_left_behind(self, table: file_formats.Table, planned: import_plan.TablePlan, target: Path) -> None:
        raw = cell_corrections.rows_left_behind(table, dict(planned.left_behind), _form(target))
        try:
            target.write_bytes(raw)
        except OSError as error:
            raise CommandError(f"Cannot write {target}: {error.strerror}. Nothing was imported.") from error

    def _show_faults(self, planned: import_plan.TablePlan) -> None:
        for row in planned.rows:
            for fault in row.faults or row.waits:
                at = f"line {row.line}" if fault.cell is None else cell_name(fault.cell, row.line)
                self.stderr.write(printable(f"{at} ({row.slug}): {fault.message}"))

    def _report(self, planned: import_plan.TablePlan, options: dict[str, Any]) -> None:
        outcomes = Counter(row.outcome for row in planned.rows if not row.waits)
        good = (import_plan.ADDED, import_plan.CHANGED, import_plan.UNCHANGED)
        counts = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in good)
        self.stdout.write(f"Dry run: {counts}. Nothing was written." if options["dry_run"] else f"Drafts: {counts}.")
        if planned.left_behind:
            place = f", in {options['faulty']}" if options["faulty"] and not options["dry_run"] else ""
            self.stdout.write(f"Rows left behind with faults: {len(planned.left_behind)}{place}.")

    def _show(self, planned: import_plan.TablePlan) -> None:
        for row in planned.rows:
            if row.outcome in (import_plan.UNCHANGED, import_plan.FAULTY) or row.waits:
                continue
            self.stdout.write(f"{'+' if row.before is None else '~'} {row.slug}")
            for one in row.differences if row.before is not None else ():
                self.stdout.write(f"    {as_line(one)}")


def _form(file: Path) -> str:
    """Return the format of a file by its ending."""
    return file.suffix.removeprefix(".").lower()
