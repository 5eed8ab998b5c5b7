"""`manage.py import_table GAME KIND FILE`: import a table as drafts of documents of one kind, all or none."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from catalog import publishing
from catalog.console import printable, progress_bars, user_named
from catalog.documents.differences import as_line
from catalog.documents.errors import InvalidInput
from catalog.models.changesets import ChangesetOrigin
from catalog.tables import columns, file_formats, import_plan
from catalog.tables.cells import cell_name

DEFAULT_REASON = "Imported from a table"


class Command(BaseCommand):
    help = "Import the rows of a table (CSV, xlsx or JSON) as drafts of documents of one kind: all of them or none."

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
        parser.add_argument("--dry-run", action="store_true", help="show the changes; write nothing")
        parser.add_argument(
            "--why",
            default=DEFAULT_REASON,
            help=f"the reason stored with the drafts (default: {DEFAULT_REASON.lower()})",
        )
        parser.add_argument("--by", default="", help="the account of the author, who cannot approve the drafts")

    def handle(self, *args: Any, **options: Any) -> None:
        author = user_named(options["by"])
        try:
            table = file_formats.read(options["file"].read_bytes())
            if table.note:
                self.stdout.write(printable(table.note))
            planned = self._plan(table, options)
            faulty = [row for row in planned.rows if row.faults]
            if faulty:
                self._refuse(faulty)
            if options["dry_run"]:
                self._show(planned)
            else:
                self._save(planned, why=options["why"], by=author)
        except OSError as error:
            raise CommandError(f"Cannot read {options['file']}: {error.strerror}.") from error
        except InvalidInput as error:
            raise CommandError(" ".join(fault.message for fault in error.faults)) from error
        except publishing.Conflict as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        counts = ", ".join(
            f"{count} {outcome}" for outcome, count in planned.counts.items() if outcome != import_plan.FAULTY
        )
        self.stdout.write(f"Dry run: {counts}. Nothing was written." if options["dry_run"] else f"Drafts: {counts}.")

    def _plan(self, table: file_formats.Table, options: dict[str, Any]) -> import_plan.TablePlan:
        game, kind = options["game"], options["kind"]
        keys = columns.guess_columns(table.header, columns.columns_of(game, kind))
        for assignment in options["column"]:
            heading, _, fact = assignment.rpartition("=")
            if heading not in table.header:
                raise CommandError(f"--column {assignment}: the table has no column “{heading}”.")
            keys[table.header.index(heading)] = "" if fact == "nothing" else fact
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

    def _save(self, planned: import_plan.TablePlan, *, why: str, by: User | None) -> None:
        with transaction.atomic():
            changeset = publishing.new_changeset(title=why, origin=ChangesetOrigin.TABLE, by=by)
            publishing.save_drafts(
                planned.documents,
                by=by,
                why=why,
                expected=planned.expected,
                held=planned.held,
                reason_of=planned.reason_of,
                changeset=changeset,
            )

    def _refuse(self, faulty: list[import_plan.RowPlan]) -> None:
        for row in faulty:
            for fault in row.faults:
                at = f"line {row.line}" if fault.cell is None else cell_name(fault.cell, row.line)
                self.stderr.write(printable(f"{at} ({row.slug}): {fault.message}"))
        raise CommandError(f"Faults in {len(faulty)} rows. Nothing was imported.")

    def _show(self, planned: import_plan.TablePlan) -> None:
        for row in planned.rows:
            if row.outcome == import_plan.UNCHANGED:
                continue
            self.stdout.write(f"{'+' if row.before is None else '~'} {row.slug}")
            for one in row.differences if row.before is not None else ():
                self.stdout.write(f"    {as_line(one)}")
