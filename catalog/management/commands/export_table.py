"""`manage.py export_table GAME KIND FILE`: the documents of one kind as a table."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.faults import Malformed
from catalog.tables import columns, exporting, sheets


class Command(BaseCommand):
    help = "Write the documents of one kind to a file, as CSV, xlsx or JSON by its ending."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", help="the slug of a game, attack-wing for example")
        parser.add_argument("kind", help="a kind of its documents, creature for example")
        parser.add_argument("file", type=Path, help=f"ends in {', '.join(f'.{form}' for form in sheets.FORMATS)}")
        parser.add_argument("--release", type=int, help="as they stood in that release, instead of drafts first")

    def handle(self, *args: Any, **options: Any) -> None:
        game, kind, file = options["game"], options["kind"], options["file"]
        form = file.suffix.removeprefix(".").lower()
        if form not in sheets.FORMATS:
            raise CommandError(f"{file}: the ending is none of {', '.join(sheets.FORMATS)}.")
        try:
            columns.of(game, kind)
        except Malformed as error:
            raise CommandError(error.faults[0].message) from error
        held = exporting.documents_of(game, kind, options["release"])
        try:
            file.write_bytes(exporting.file_of(held, game, kind, form))
        except OSError as error:
            raise CommandError(f"Cannot write {file}: {error.strerror}.") from error
        self.stdout.write(f"{len(held)} in {file}.")
