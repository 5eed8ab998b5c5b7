"""`manage.py rebuild`: rebuild derived data."""

from typing import Any

from django.core.management.base import BaseCommand

from catalog.console import progress_bars
from operations import derived_data


class Command(BaseCommand):
    """The rebuild command. It changes no documents and no legions, only data derived from them."""

    help = "Rebuild derived data: search texts, counts, and the permissions of roles."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the number of corrections for each part; 0 if everything was correct."""
        with progress_bars() as progress:
            for what, count in derived_data.rebuild(progress):
                self.stdout.write(f"{count:,} {what}.")
