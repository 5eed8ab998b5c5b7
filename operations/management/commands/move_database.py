"""`manage.py move_database --to URL`: copy everything into another database, from SQLite to PostgreSQL or back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import file_error, progress_bars
from operations import database_move
from operations.exceptions import OperationRefused


class Command(BaseCommand):
    """The move command. The site must be stopped first: writes after the snapshot are not copied."""

    help = (
        "Copy every row into the empty database at URL, all or nothing, and compare the checksums. The source is not "
        "changed. Stop the site first, and set DATABASE_URL to the new database afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", required=True, metavar="URL", help="an address in the form of DATABASE_URL")

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy the database. Raises CommandError if nothing was copied."""
        try:
            with progress_bars() as progress:
                sums = database_move.move_database(options["to"], progress)
        except OperationRefused as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(file_error(error)) from error
        rows = sum(table["rows"] for table in sums.values())
        self.stdout.write(f"{rows:,} rows in {len(sums)} tables, checksums equal. Now set DATABASE_URL to the new one.")
