"""`manage.py export_cards FOLDER`: export the published catalog as files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import pluralize

from catalog import import_export
from catalog.console import published_release


class Command(BaseCommand):
    help = "Write every published document to its own file in FOLDER, in canonical form."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="the folder to write to; created if missing")
        parser.add_argument("--release", type=int, help="a release other than the newest")
        parser.add_argument("--game", help="one game only, by its slug")

    def handle(self, *args: Any, **options: Any) -> None:
        folder, release = options["folder"], published_release(options["release"])
        try:
            written = import_export.write(folder, release, options["game"])
            games = sorted({folder / file.relative_to(folder).parts[0] for file in written})
            others = sorted(set(import_export.find(games)) - set(written))
        except OSError as error:
            raise CommandError(f"Cannot write {error.filename or folder}: {error.strerror}.") from error
        if not written:
            raise CommandError(f"Release {release} has no documents of a game “{options['game']}”.")
        self.stdout.write(f"{len(written)} file{pluralize(len(written))} of release {release} in {folder}.")
        if others:
            self.stderr.write(
                f"{len(others)} other .json file{pluralize(len(others))} in the folder, for example {others[0]}, not "
                "part of the export and left unchanged. An import would read them, too."
            )
