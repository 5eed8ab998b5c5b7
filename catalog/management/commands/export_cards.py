"""`manage.py export_cards FOLDER`: the published catalog as the canonical tree of files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog import exchange
from catalog.models import Release


class Command(BaseCommand):
    help = "Write every published document into FOLDER, one file each, in the canonical spelling."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="where to write; made if it is not there")
        parser.add_argument("--release", type=int, help="a release other than the newest")
        parser.add_argument("--game", help="one game only, by its slug")

    def handle(self, *args: Any, **options: Any) -> None:
        newest = Release.objects.newest()
        release = options["release"] or newest
        if not 0 < release <= newest:
            raise CommandError(f"There is no release {release}; the newest is {newest}.")
        try:
            count = exchange.write(options["folder"], release, options["game"])
        except OSError as error:
            raise CommandError(f"Cannot write to {options['folder']}: {error.strerror}.") from error
        self.stdout.write(f"{count} files of release {release} in {options['folder']}.")
