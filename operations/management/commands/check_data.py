"""`manage.py check_data`: check that all stored data is intact and consistent."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.template.defaultfilters import pluralize

from catalog import audit
from catalog.console import printable, progress_bars
from catalog.database import former_versions
from operations import data_checks, site_state

MAX_SHOWN = 20


class Command(BaseCommand):
    """The check command. The exit code is 0 if there are no faults, and 1 if there are, with one line for each."""

    help = "Check every document, revision, release, legion and file, and report inconsistencies."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--all", action="store_true", help=f"show every fault, not only {MAX_SHOWN} of each kind")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks. Raises CommandError if there are faults."""
        if former_versions.is_former_database():
            raise CommandError(former_versions.DATABASE_REFUSED)
        count = 0
        with progress_bars() as progress:
            for check, faults in data_checks.run_checks(progress):
                count += len(faults)
                self.stdout.write(f"{'ok   ' if not faults else 'WRONG'} {check.title}")
                shown = faults if options["all"] else faults[:MAX_SHOWN]
                for fault in shown:
                    self.stdout.write("      " + printable(fault))
                if len(faults) > len(shown):
                    self.stdout.write(f"      … and {len(faults) - len(shown):,} more; --all shows them.")
        self._record(count)
        if count:
            raise CommandError(f"{count:,} fault{pluralize(count)}.")
        self.stdout.write("Everything fits.")

    def _record(self, faults: int) -> None:
        """Record the check in the audit log, unless the database cannot be written."""
        try:
            audit.log_action(site_state.DATA_CHECKED, by=None, after={"faults": faults})
        except DatabaseError as error:
            self.stderr.write(f"The check is not recorded in the audit log: {error}")
