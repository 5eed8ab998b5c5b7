"""`manage.py import_cards PATH...`: import documents from files, all or none."""

import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError
from django.template.defaultfilters import pluralize

from catalog import import_export, publishing
from catalog.console import printable, progress_bars, user_named
from catalog.documents import merging, provenance
from catalog.documents.differences import as_line, short_value
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.merging import KeptValue
from catalog.models import Release, Revision
from catalog.publishing import Change, ImportOptions, ImportPlan, KeptDocument, PublicationPlan, TooManyRetired
from catalog.publishing.file_imports import MAX_RETIRED

DEFAULT_REASON = "Imported from files"
RETIRED_REASON = "No longer among the card files"
REMEDIES = {
    "stale-source": (
        "Give these values a source again, or confirm with --sources-hold that their former sources apply to them."
    ),
    "unsourced": "Name a source, or give the reason with --unsourced-reason.",
}
"""Advice for faults by code, in addition to their messages."""
INTERRUPTED = 130  # the exit status that shells expect after Ctrl-C


class Command(BaseCommand):
    help = (
        "Publish the documents in the given files and folders as one release, or store them as drafts: all of them or "
        "none. Values that people have changed since the last import are kept and listed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="JSON files, or folders of them")
        parser.add_argument("--dry-run", action="store_true", help="show the changes field by field; write nothing")
        parser.add_argument(
            "--retire-missing",
            action="store_true",
            help="retire cards of these games that were imported from files before and are missing in these files",
        )
        parser.add_argument(
            "--retire-up-to",
            type=int,
            metavar="NUMBER",
            help=f"the largest number of cards that --retire-missing may retire (default: {MAX_RETIRED})",
        )
        parser.add_argument(
            "--as-drafts",
            action="store_true",
            help="store the changes as drafts for curators; existing drafts are left unchanged",
        )
        parser.add_argument(
            "--conflicts-as-drafts",
            action="store_true",
            help=(
                "store the values of the files as drafts where both people and files have changed a document; publish "
                "the rest"
            ),
        )
        parser.add_argument(
            "--overwrite",
            action="store_true",
            help="overwrite values that people have changed; they are listed",
        )
        parser.add_argument(
            "--why",
            help=f"the reason stored with the release and with retired cards (default: {DEFAULT_REASON.lower()})",
        )
        parser.add_argument("--by", default="", help="the account of the author")
        parser.add_argument(
            "--sources-hold",
            action="store_true",
            help="confirm that unchanged sources also apply to changed values",
        )
        parser.add_argument(
            "--unsourced-reason",
            default="",
            metavar="REASON",
            help="the reason for publishing facts without a source; stored with them",
        )
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing if the catalog has any document or draft"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["if_empty"] and not publishing.catalog_is_empty():
            self._leave(options["paths"])
            return
        self._check_options(options)
        try:
            option = "--why"
            why = publishing.clean_reason(DEFAULT_REASON if options["why"] is None else options["why"])
            option = "--unsourced-reason"
            reason = publishing.clean_unsourced_reason(options["unsourced_reason"])
            files = import_export.find(options["paths"])
        except InvalidInput as error:
            raise CommandError(f"{option}: {error.faults[0].message}") from error
        except OSError as error:
            message = f"Cannot read {error.filename}: {error.strerror}." if error.filename else str(error)
            raise CommandError(message) from error
        if not files:
            raise CommandError("No .json files found. Check the given folders.")
        as_drafts = options["as_drafts"]
        taken = merging.take_all if options["overwrite"] else merging.take_conflicts if as_drafts else merging.keep_all
        how = ImportOptions(
            why=why,
            retire_missing=(options["why"] or RETIRED_REASON) if options["retire_missing"] else None,
            max_retired=MAX_RETIRED if options["retire_up_to"] is None else options["retire_up_to"],
            held=publishing.all_held if options["sources_hold"] else publishing.none_held,
            unsourced_reason=reason,
            choice=taken,
            draft_conflicts=options["conflicts_as_drafts"],
            as_drafts=as_drafts,
            by=user_named(options["by"]),
        )
        with _whole(), progress_bars() as progress:
            reading = import_export.read(files, progress)
            release: Release | None = None
            left: list[Revision] = []
            if options["dry_run"] or as_drafts or reading.faults:
                plan = publishing.plan_import(reading.documents, how, progress)
            else:
                plan, release, left = publishing.import_documents(reading.documents, how, progress)
        faults = reading.faults + [(reading.files[index], fault) for index, fault in plan.publication.faults]
        if faults:
            self._refuse(faults, reading)
        if as_drafts:
            self._draft(plan.publication, how, reason, dry_run=options["dry_run"])
        else:
            self._report(plan.publication, release, dry_run=options["dry_run"])
        if how.draft_conflicts:
            self._report_conflict_drafts(plan, left, dry_run=options["dry_run"])
        self._list_kept(plan, how)

    def _check_options(self, options: dict[str, Any]) -> None:
        if options["as_drafts"] and options["retire_missing"]:
            raise CommandError("--retire-missing cannot be combined with --as-drafts: cards are retired by a release.")
        if options["retire_up_to"] is not None and not options["retire_missing"]:
            raise CommandError("--retire-up-to restricts --retire-missing. Give both.")
        if options["retire_up_to"] is not None and options["retire_up_to"] < 0:
            raise CommandError("--retire-up-to: give a number of cards, 0 or more.")
        if options["conflicts_as_drafts"] and (options["as_drafts"] or options["overwrite"]):
            raise CommandError("--conflicts-as-drafts cannot be combined with --as-drafts or --overwrite.")

    def _leave(self, paths: list[Path]) -> None:
        """Import nothing, and print the number of changes in these files."""
        self.stdout.write("The catalog has documents already; nothing was imported.")
        try:
            new, changed = publishing.count_news(import_export.read(import_export.find(paths)).documents)
        except OSError:
            return
        if new or changed:
            where = " ".join(shlex.quote(str(path)) for path in paths)
            command = f"manage.py import_cards {where} --sources-hold"
            self.stdout.write(
                f"The files have {_count(new, 'new document')} and {_count(changed, 'changed one')}. To see the "
                f"changes: {command} --dry-run. To publish them: {command}. Values that people have changed are kept."
            )

    def _refuse(self, faults: list[tuple[Path, Fault]], reading: import_export.FilesRead) -> None:
        slugs = {
            file: document["slug"]
            for file, document in zip(reading.files, reading.documents, strict=True)
            if isinstance(document, dict) and isinstance(document.get("slug"), str)
        }
        for file, fault in sorted(faults, key=lambda pair: str(pair[0])):
            card = f" ({slugs[file]})" if slugs.get(file) else ""
            line = f"{file}{card}: {fault.pointer or 'document'}: {fault.message} [{fault.code}]"
            self.stderr.write(printable(line))
        codes = {fault.code for _file, fault in faults}
        for code, remedy in REMEDIES.items():
            if code in codes:
                self.stderr.write(f"[{code}] {remedy}")
        number = _count(len(faults), "fault")
        raise CommandError(f"{number} in {_count(len({file for file, _ in faults}), 'file')}. Nothing was imported.")

    def _draft(self, plan: PublicationPlan, how: ImportOptions, reason: str, *, dry_run: bool) -> None:
        """Save the changes as drafts, and list the documents that already have a draft."""
        documents = [change.document for change in plan.changes]
        with _whole():
            if dry_run:
                free, left = publishing.split_by_draft(documents)
                number = len(free)
            else:
                drafts, left = publishing.create_missing_drafts(
                    documents, by=how.by, why=how.why, held=how.held, reason_of=lambda _document: reason
                )
                number = len(drafts)
        self._list_left(left)
        counts = f"{_count(number, 'draft')}, {len(left)} left, {plan.unchanged} unchanged"
        self.stdout.write(f"Dry run: {counts}. Nothing was written." if dry_run else f"Drafts: {counts}.")

    def _report(self, plan: PublicationPlan, release: Release | None, *, dry_run: bool) -> None:
        retired = [change for change in plan.changed if change.retires]
        if dry_run:
            for change in plan.changes:
                self._show(change)
            for revision in plan.moved:
                self.stdout.write(
                    f"- {revision.document['kind']} {revision.document['slug']}: redirects to its new slug"
                )
        unsourced = sum(bool(provenance.unsourced(change.document)) for change in plan.changes)
        if unsourced:
            self.stdout.write(f"Facts without a source: in {_count(unsourced, 'document')}.")
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

    def _report_conflict_drafts(self, plan: ImportPlan, left: list[Revision], *, dry_run: bool) -> None:
        number = len(plan.proposals) - len(left)
        if dry_run:
            number, left = publishing.plan_conflict_drafts(plan)
        self._list_left(left)
        self.stdout.write(f"Drafts of conflicts: {_count(number, 'draft')}, {len(left)} left.")

    def _list_left(self, left: list[Revision]) -> None:
        for one in left:
            whose = one.by or "an import"
            self.stdout.write(printable(f"Left: {one.kind} {one.slug} has a draft already, by {whose} (“{one.why}”)."))

    def _list_kept(self, plan: ImportPlan, how: ImportOptions) -> None:
        """List the values that people have changed and the files disagree with, and the cards that are not retired."""
        if plan.gone and how.retire_missing is None:
            self.stdout.write(f"Not in these files, and left unchanged: {_count(plan.gone, 'document')}.")
        for card in plan.spared:
            why = "people have changed it" if card.is_imported else "not known to be imported"
            self.stdout.write(f"Not retired: {card.document['kind']} {card.document['slug']}: {why}.")
        values = [(one, value) for one in plan.kept.values() for value in one.values]
        taken = [pair for pair in values if _is_taken(*pair, how)]
        kept = [pair for pair in values if not _is_taken(*pair, how)]
        self._list_values("drafted" if how.choice is merging.take_conflicts else "overwritten", taken)
        self._list_values("kept", kept)

    def _list_values(self, deed: str, values: list[tuple[KeptDocument, KeptValue]]) -> None:
        if not values:
            return
        number = len({id(one) for one, _value in values})
        self.stdout.write(f"Changed by people, {deed}: {_count(len(values), 'value')} in {_count(number, 'document')}.")
        for one, value in values:
            document = one.published
            whole = " (both changes together would not be valid)" if one.whole else ""
            line = f"{document['game']} {document['kind']} {document['slug']} {_kept_line(value)}{whole}"
            self.stdout.write(printable(f"    {line}"))

    def _show(self, change: Change) -> None:
        document = change.document
        sign = "+" if change.before is None else "x" if change.retires else "~"
        self.stdout.write(f"{sign} {document['kind']} {document['slug']}")
        for difference in change.differences if change.before else ():
            self.stdout.write(f"    {as_line(difference)}")


def _is_taken(document: KeptDocument, value: KeptValue, how: ImportOptions) -> bool:
    """Return whether the file's value replaces the published one. A slug is never replaced."""
    if document.whole:
        return any(map(how.choice, document.values)) and value.pointer != "/slug"
    return how.choice(value) and value.pointer != "/slug"


def _kept_line(value: KeptValue) -> str:
    """Return a line with the former and present values of the files and the published value."""
    now, published = short_value(value.now), short_value(value.published)
    if value.before is merging.UNKNOWN:
        return f"{value.pointer}: files {now} (before: not recorded), published {published}"
    if value.is_conflict:
        return f"{value.pointer}: files {short_value(value.before)} -> {now}, published {published}"
    return f"{value.pointer}: files {now} (as before), published {published}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{pluralize(number)}"


@contextmanager
def _whole() -> Iterator[None]:
    """Turn Ctrl-C and database errors into CommandErrors; the import is complete or rolled back."""
    before = Release.objects.newest()
    try:
        yield
    except KeyboardInterrupt as error:
        # The interrupt may have come just after the commit.
        newest = Release.objects.newest()
        done = "Nothing was imported." if newest == before else f"Release {newest} was published already."
        raise CommandError(f"Stopped. {done}", returncode=INTERRUPTED) from error
    except TooManyRetired as refused:
        raise CommandError(
            f"The files lack {refused} cards, which would be retired; --retire-up-to allows fewer. Nothing was "
            f"imported. If all of them are to be retired: --retire-up-to {refused}"
        ) from refused
    except OperationalError as error:
        raise CommandError(f"The database reported an error: {error}. Nothing was imported.") from error
