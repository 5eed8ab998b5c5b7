"""What migrations of this app name, as it was when they were written; frozen like them."""

import secrets
from datetime import datetime, timedelta

from django.utils import timezone


def new_key() -> str:
    """Return a key that nobody guesses."""
    return secrets.token_urlsafe(16)


def new_end() -> datetime:
    """Return when a question that is asked now is forgotten."""
    return timezone.now() + timedelta(hours=1)
