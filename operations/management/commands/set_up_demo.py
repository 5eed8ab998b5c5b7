"""`manage.py set_up_demo`: what `make run` does before it serves, in one process, as each that starts takes seconds."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from operations import preflight
from operations.exceptions import OperationRefused

STEPS = (
    ("migrate", "--verbosity", "0"),
    ("import_cards", "fixtures", "--if-empty", "--why", "First cards"),
    ("seed_public_lists",),
    ("demo_account",),
    ("make_signing_key", "--keep"),
    ("collectstatic", "--noinput", "--verbosity", "0"),
)
"""Each does nothing, or the same again, where it was done before."""


class Command(BaseCommand):
    """Make tables, cards, public lists, an account, a key and static files, whichever of them are not there yet."""

    help = "Set up everything that `serve` needs on a laptop, where it is not there yet. Needs DEMO=1."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raise CommandError unless the settings say that this is a demonstration, before anything is made."""
        if not settings.DEMO:
            raise CommandError("This is for `make run` on your own machine. Set DEMO=1 if this is one.")
        try:
            preflight.check_demonstration()
        except OperationRefused as error:
            raise CommandError(str(error)) from None
        for step in STEPS:
            call_command(*step, stdout=self.stdout, stderr=self.stderr)
