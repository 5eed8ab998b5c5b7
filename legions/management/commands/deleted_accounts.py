"""`manage.py deleted_accounts`: the accounts that were deleted, and deleting them again after a restore."""

import json
import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_datetime

from legions.accounts import closing
from legions.models import DeletedAccount


class Command(BaseCommand):
    """Keep the list beside the backups: it names nobody, only numbers and times."""

    help = (
        "List the accounts that were deleted, one JSON object a line. After a backup was restored, --again FILE "
        "(- for standard input) deletes those of the list that it brought back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the list to go by."""
        parser.add_argument("--again", metavar="FILE", help="a list that this command wrote")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError for a file that is no such list; then nothing is deleted."""
        if options["again"]:
            gone = _read(options["again"])
            self.stdout.write(f"{closing.delete_again(gone)} of {len(gone)} accounts were there and are deleted again.")
            return
        for one in DeletedAccount.objects.order_by("deleted_at"):
            self.stdout.write(json.dumps({"number": one.number, "deleted_at": one.deleted_at.isoformat()}))


def _read(file: str) -> list[tuple[int, datetime]]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
        return [_entry(line) for line in text.splitlines() if line.strip()]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandError(f"{file} is no list that this command wrote: {error}") from error


def _entry(line: str) -> tuple[int, datetime]:
    entry = json.loads(line)
    at = parse_datetime(entry["deleted_at"])
    if at is None or at.tzinfo is None:
        raise ValueError(f"no time in {line!r}")
    return int(entry["number"]), at
