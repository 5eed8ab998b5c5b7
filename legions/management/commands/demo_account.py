"""`manage.py demo_account`: create an account for trying everything on a local machine."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from catalog import permissions
from catalog.models import Release
from legions.saved_lists.models import Legion

NAME = "demo"
PASSWORD_BYTES = 12  # 96 random bits, 16 characters


class Command(BaseCommand):
    """Create the account once with a random password; later runs only report it."""

    help = "Create the account “demo” with the role of a curator and print its password. Needs DEMO=1."

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the account. Raises CommandError unless the setting DEMO is on."""
        if not settings.DEMO:
            raise CommandError(
                "DEMO is not set. A demo account is for `make run` on your own machine; set DEMO=1 there."
            )
        user = get_user_model().objects.filter(username=NAME).first()
        if user is None:
            self.stdout.write(f"Log in as {NAME} with the password {self._make()}")
        else:
            self.stdout.write(self._kept())
            self._say_password(user)
        self.stdout.write(f"{NAME} is a curator: cards can be edited under /admin/.")

    def _make(self) -> str:
        password = secrets.token_urlsafe(PASSWORD_BYTES)
        with transaction.atomic():
            user = get_user_model().objects.create_user(NAME, password=password)
            permissions.grant(user, permissions.CURATOR)
            permissions.grant(user, permissions.PUBLISHER)
            _write(_file(), password)
        return password

    def _kept(self) -> str:
        release = Release.objects.newest()
        count = Legion.objects.not_deleted().count()
        legions = "1 legion" if count == 1 else f"{count} legions"
        return f"Already set up: release {release} of the cards, {legions}, and the account {NAME}."

    def _say_password(self, user: AbstractUser) -> None:
        password = _file().read_text("utf-8").strip() if _file().is_file() else ""
        if password and user.check_password(password):
            self.stdout.write(f"Log in as {NAME} with the password {password}")
        else:
            self.stdout.write(
                f"Its password was changed, so only you know it. To set a new one: manage.py changepassword {NAME}"
            )


def _file() -> Path:
    """Return the file that stores the password for later runs."""
    return Path(settings.VAR_DIR) / "demo-account"


def _write(file: Path, password: str) -> None:
    """Write the password to a file that only this system user can read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as opened:
        opened.write(f"{password}\n")
