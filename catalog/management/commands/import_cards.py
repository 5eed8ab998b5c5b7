"""`manage.py import_cards PATH...`: documents from files into the catalog, all or nothing."""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from catalog import canonical, documents, exchange, publishing
from catalog.differences import ABSENT, Difference
from catalog.faults import Fault
from catalog.models import Release
from catalog.publishing import Change, Plan

LONGEST_VALUE = 60


class Command(BaseCommand):
    help = "Publish the documents in the given files and folders as one release, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="JSON files, or folders of them")
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would change, field by field; write nothing"
        )
        parser.add_argument(
            "--retire-missing", action="store_true", help="retire the cards of the same games that are not in the files"
        )
        parser.add_argument("--why", default="Imported from files", help="the reason kept with the release")
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing when the catalog holds anything at all, drafts included"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and not publishing.is_empty():
            self.stdout.write("The catalog has documents already; nothing was imported.")
            return
        try:
            files = exchange.find(options["paths"])
        except FileNotFoundError as error:
            raise CommandError(str(error)) from error
        if not files:
            raise CommandError("There are no .json files in the folders given.")
        reading = exchange.read(files)
        retire_missing = options["why"] if options["retire_missing"] else None
        plan, release = self._attempt(
            reading.documents,
            dry=options["dry_run"] or bool(reading.faults),
            why=options["why"],
            retire_missing=retire_missing,
        )
        faults = reading.faults + [(reading.files[index], fault) for index, fault in plan.faults]
        if faults:
            self._refuse(faults, reading)
        self._report(plan, release, dry_run=options["dry_run"])

    def _attempt(
        self, incoming: list[dict[str, Any]], *, dry: bool, why: str, retire_missing: str | None
    ) -> tuple[Plan, Release | None]:
        with _progress(len(incoming)) as progress:
            if dry:
                return publishing.plan(incoming, retire_missing=retire_missing, progress=progress), None
            return publishing.attempt(incoming, by=None, why=why, retire_missing=retire_missing, progress=progress)

    def _refuse(self, faults: list[tuple[Path, Fault]], reading: exchange.Reading) -> None:
        slugs = {
            file: document.get("slug")
            for file, document in zip(reading.files, reading.documents, strict=True)
            if isinstance(document, dict)
        }
        for file, fault in sorted(faults, key=lambda pair: str(pair[0])):
            card = f" ({slugs[file]})" if slugs.get(file) else ""
            self.stderr.write(f"{file}{card}: {fault.pointer or 'document'}: {fault.message} [{fault.code}]")
        count = len({file for file, _ in faults})
        raise CommandError(f"{len(faults)} faults in {count} files. Nothing was imported.")

    def _report(self, plan: Plan, release: Release | None, *, dry_run: bool) -> None:
        retired = [change for change in plan.changed if change.retires]
        if dry_run:
            for change in plan.changes:
                self._show(change)
            for revision in plan.moved:
                self.stdout.write(f"- {revision.document['kind']} {revision.document['slug']}: leads to its new slug")
        unsourced = sum(bool(documents.unsourced(change.document)) for change in plan.changes)
        if unsourced:
            self.stdout.write(f"{unsourced} documents hold facts of which no source is given.")
        counts = (
            f"{len(plan.added)} added, {len(plan.changed) - len(retired)} changed, {len(retired)} retired, "
            f"{plan.unchanged} unchanged"
        )
        if dry_run:
            self.stdout.write(f"Dry run: {counts}. Nothing was written.")
        elif release is None:
            self.stdout.write(f"Nothing to publish: {counts}.")
        else:
            self.stdout.write(f"Release {release.number}: {counts}.")

    def _show(self, change: Change) -> None:
        document = change.document
        sign = "+" if change.before is None else "x" if change.retires else "~"
        self.stdout.write(f"{sign} {document['kind']} {document['slug']}")
        for difference in change.differences if change.before else ():
            self.stdout.write(f"    {_in_words(difference)}")


def _in_words(difference: Difference) -> str:
    return f"{difference.pointer}: {_value(difference.before)} -> {_value(difference.after)}"


def _value(value: Any) -> str:
    if value is ABSENT:
        return "(absent)"
    text = canonical.wire(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


class _progress:  # noqa: N801 - used like the context managers of the standard library
    """A bar on a terminal, nothing elsewhere."""

    def __init__(self, total: int) -> None:
        console = Console(stderr=True)
        self.bar = Progress(console=console, disable=not console.is_terminal, transient=True)
        self.task = self.bar.add_task("Checking documents", total=total)

    def __enter__(self) -> Callable[[int], None]:
        self.bar.start()
        return lambda done: self.bar.update(self.task, completed=done)

    def __exit__(self, *exc: object) -> None:
        self.bar.stop()
