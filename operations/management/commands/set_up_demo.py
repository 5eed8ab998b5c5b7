"""`manage.py set_up_demo`: the steps of `make run` before serving, in one process, since each process takes seconds to
start.
"""

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
"""The steps; each has no further effect if it was done before."""


class Command(BaseCommand):
    """Create tables, cards, public lists, an account, a key and static files, unless they exist."""

    help = "Set up whatever `serve` still needs on a laptop. Needs DEMO=1."

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the steps. Raises CommandError before the first step unless this is a demonstration."""
        if not settings.DEMO:
            raise CommandError("DEMO is not set. This command is for `make run` on your own machine; set DEMO=1 there.")
        try:
            preflight.check_demonstration()
        except OperationRefused as error:
            raise CommandError(str(error)) from None
        for step in STEPS:
            call_command(*step, stdout=self.stdout, stderr=self.stderr)
