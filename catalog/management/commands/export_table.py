"""`manage.py export_table GAME KIND FILE`: export the documents of one kind as a table."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import published_release
from catalog.documents.errors import InvalidInput
from catalog.tables import columns, file_formats, table_export


class Command(BaseCommand):
    help = "Write the documents of one kind to a file, as CSV, xlsx or JSON by its ending."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the slug of a game, attack-wing for example")
        parser.add_argument("kind", help="a kind of its documents, creature for example")
        parser.add_argument("file", type=Path, help=f"ends in {', '.join(f'.{form}' for form in file_formats.FORMATS)}")
        parser.add_argument(
            "--release",
            type=int,
            help="export the state of this release; default: drafts, or published documents without a draft",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        game, kind, file = options["game"], options["kind"], options["file"]
        form = file.suffix.removeprefix(".").lower()
        if form not in file_formats.FORMATS:
            raise CommandError(f"{file} has an unknown ending. Use one of {', '.join(file_formats.FORMATS)}.")
        try:
            columns.columns_of(game, kind)
        except InvalidInput as error:
            raise CommandError(error.faults[0].message) from error
        release = options["release"]
        if release is not None:
            release = published_release(release)
        exported = table_export.documents_of(game, kind, release)
        try:
            file.write_bytes(table_export.file_of(exported, game, kind, form))
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from error
        self.stdout.write(f"{len(exported)} in {file}.")
