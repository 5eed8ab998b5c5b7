"""Account deletion, immediate and permanent. Only the primary key of the account and the time of deletion are kept, and
the primary key in the audit log for actions as a curator, moderator or admin.

The primary key is kept so that the deletions can be repeated in a database restored from a backup, see `manage.py
deleted_accounts`.
"""

import json
import sys
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from catalog.errors import Refused
from legions.account_pages.personal_data import PERSONAL_DATA
from legions.accounts.models import DeletedAccount


class LastAdministrator(Refused):
    """The account belongs to the last administrator and cannot be deleted."""


@transaction.atomic
def delete_account(*, user: Any, deleted_at: datetime | None = None) -> None:
    """Delete `user` and their data; the rows that stay lose their owner. Raises LastAdministrator."""
    others = get_user_model().objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    if user.is_superuser and not others.exists():
        raise LastAdministrator("This account is the last that can look after people here.")
    DeletedAccount.objects.create(number=user.pk, deleted_at=deleted_at or timezone.now())
    for one in PERSONAL_DATA:
        if one.before is not None:
            one.before(user)
    user.delete()


def repeat_deletions(gone: Iterable[tuple[int, datetime]]) -> int:
    """Delete accounts that came back with a restored database. Return the number of deleted accounts.

    An account created after the deletion of one with its primary key is a different account and is kept.
    """
    deleted = 0
    for number, at in gone:
        user = get_user_model().objects.filter(pk=number, date_joined__lt=at).first()
        if user is not None:
            DeletedAccount.objects.filter(number=number).delete()
            delete_account(user=user, deleted_at=at)
            deleted += 1
    return deleted


def read_deletion_list(file: str) -> list[tuple[int, datetime]]:
    """Return the primary keys and times in a file written by `manage.py deleted_accounts`; `-` is standard input.

    Raises ValueError for an invalid file.
    """
    name = "Standard input" if file == "-" else file
    try:
        raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise ValueError(f"{file} cannot be read: {error.strerror}.") from error
    entries = []
    for number, line in enumerate(raw.splitlines(), start=1):
        if line.strip():
            try:
                entries.append(_entry(line))
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise ValueError(
                    f"{name} is no list that manage.py deleted_accounts wrote: line {number} has no deleted account."
                ) from error
    return entries


def _entry(line: bytes) -> tuple[int, datetime]:
    """Return the primary key and time in a line. Raises ValueError, KeyError, TypeError or RecursionError."""
    entry = json.loads(line)
    number, at = entry["number"], parse_datetime(entry["deleted_at"])
    if at is None or at.tzinfo is None or type(number) is not int:
        raise ValueError
    return number, at
