"""`manage.py backup FILE`: all of the site in one file, while it is being used."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import progress_bars
from operations import backups
from operations.exceptions import OperationRefused


class Command(BaseCommand):
    """As secret as the database itself: only this account of the machine may read the file."""

    help = (
        "Write every row and every uploaded file as they are at one moment into FILE, which appears when it is whole. "
        "SQLite and PostgreSQL alike; nobody waits for it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the name of the file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError when the backup was not written."""
        try:
            with progress_bars() as progress:
                manifest = backups.write_backup(options["file"], progress)
        except (OperationRefused, OSError) as error:
            raise CommandError(str(error)) from error
        rows = sum(table["rows"] for table in manifest["tables"].values())
        size = options["file"].stat().st_size
        self.stdout.write(
            f"{options['file']}: {rows:,} rows, {len(manifest['files']):,} files, release "
            f"{manifest['public']['release']}, {size:,} bytes."
        )
