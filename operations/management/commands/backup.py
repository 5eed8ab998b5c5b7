"""`manage.py backup FILE`: write the whole site to one file, while it is in use."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from catalog import audit
from catalog.console import file_error, progress_bars
from operations import backups, site_state
from operations.exceptions import OperationRefused


class Command(BaseCommand):
    """The backup command. The file is as secret as the database, so only this operating system account may read it."""

    help = (
        "Back up every row and every uploaded file of one moment to FILE, which appears when it is complete. Works "
        "with SQLite and PostgreSQL while the site is running."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup. Raises CommandError if it was not written."""
        try:
            with progress_bars() as progress:
                manifest = backups.write_backup(options["file"], progress)
        except OperationRefused as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(file_error(error)) from error
        self._record(options["file"], manifest)
        rows = sum(table["rows"] for table in manifest["tables"].values())
        size = options["file"].stat().st_size
        self.stdout.write(
            f"{options['file']}: {rows:,} rows, {len(manifest['files']):,} files, release "
            f"{manifest['public']['release']}, {size:,} bytes."
        )

    def _record(self, file: Path, manifest: dict[str, Any]) -> None:
        """Record the backup in the audit log. A database that is read-only can be backed up, too."""
        after = {"bytes": file.stat().st_size, "release": manifest["public"]["release"]}
        try:
            audit.log_action(site_state.BACKUP_WRITTEN, by=None, of=file.name, after=after)
        except DatabaseError as error:
            self.stderr.write(f"The backup is complete, but it is not recorded in the audit log: {error}")
