"""`manage.py deleted_accounts`: list deleted accounts, and delete them again after a restore."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from legions.account_pages import deletion
from legions.accounts.models import DeletedAccount


class Command(BaseCommand):
    """Keep the list next to the backups. It contains no names, only numbers and times."""

    help = (
        "List the deleted accounts, one JSON object a line. After a restore, --again FILE (- for standard input) "
        "deletes the listed accounts that the backup brought back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for a list of deleted accounts."""
        parser.add_argument("--again", metavar="FILE", help="a list that this command wrote")

    def handle(self, *args: Any, **options: Any) -> None:
        """List the deleted accounts or delete them again. Raises CommandError for an invalid list, before any
        deletion.
        """
        if options["again"]:
            try:
                gone = deletion.read_deletion_list(options["again"])
            except ValueError as error:
                raise CommandError(str(error)) from error
            self.stdout.write(
                f"{deletion.repeat_deletions(gone)} of {len(gone)} accounts were in the backup and are deleted again."
            )
            return
        for one in DeletedAccount.objects.order_by("deleted_at"):
            self.stdout.write(json.dumps({"number": one.number, "deleted_at": one.deleted_at.isoformat()}))
