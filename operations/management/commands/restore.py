"""`manage.py restore FILE`: restore a backup into an empty database, verified before the commit."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from catalog.console import file_error, progress_bars
from legions.account_pages import deletion
from operations import backups
from operations.exceptions import OperationRefused


class Command(BaseCommand):
    """The restore command. It restores into the database in DATABASE_URL, from a backup of either kind of database."""

    help = (
        "Restore a backup into an empty database: all of it or nothing. Compares the checksums of rows and the "
        "SHA-256 of public files."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--deleted",
            metavar="LIST",
            help="the latest list of manage.py deleted_accounts; these accounts are deleted again",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore the backup. Raises CommandError if nothing was restored."""
        try:
            gone = deletion.read_deletion_list(options["deleted"]) if options["deleted"] else []
            with progress_bars() as progress:
                manifest = backups.restore_backup(options["file"], gone, progress)
        except (OperationRefused, ValueError) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(file_error(error)) from error
        rows = sum(table["rows"] for table in manifest["tables"].values())
        public = manifest["public"]
        self.stdout.write(f"Restored as of {manifest['at']}: {rows:,} rows, checksums equal.")
        self.stdout.write(f"Release {public['release']}: {len(public['files'])} public files, SHA-256 equal.")
        if options["deleted"]:
            self.stdout.write(f"{manifest['deleted_again']} accounts were deleted again.")
        else:
            self.stdout.write(
                "Accounts deleted since the backup are back. To delete them again, run manage.py deleted_accounts "
                "--again LIST."
            )
