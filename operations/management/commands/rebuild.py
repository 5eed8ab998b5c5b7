"""`manage.py rebuild`: what is derived from documents, made anew."""

from typing import Any

from django.core.management.base import BaseCommand

from catalog.console import progress_bars
from operations import derived_data


class Command(BaseCommand):
    """Changes no document and no legion: only what is worked out from them."""

    help = "Make anew what is derived: the words that are searched, counts, and what the roles permit."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was mended; 0 everywhere when all was as it had to be."""
        with progress_bars() as progress:
            for what, count in derived_data.rebuild(progress):
                self.stdout.write(f"{count:,} {what}.")
