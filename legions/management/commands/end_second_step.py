"""`manage.py end_second_step NAME`: reset the second step of a user locked out of their account."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from catalog import audit
from legions.accounts import session_activity


class Command(BaseCommand):
    """The operator has to verify the identity of the user before running this."""

    help = "Remove every passkey, code app and recovery code from an account and log it out everywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the user name."""
        parser.add_argument("name")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the second step and end all sessions. Raises CommandError for an unknown user."""
        user = get_user_model().objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account called {options['name']}.")
        taken, _ = Authenticator.objects.filter(user=user).delete()
        session_activity.end_all_sessions(user)
        audit.log_action("second step ended", by=None, of=f"user {user.pk}")
        self.stdout.write(f"{taken} removed from {user.get_username()}, who now logs in with only the password.")
