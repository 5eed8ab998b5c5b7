"""Services for watched cards and sets: watch, stop watching, and follow renamed documents."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Record, Release
from catalog.publishing.release_changes import DocumentChange
from legions.site.errors import ActionRefused
from legions.watching.models import Watch, WatchNotice

MAX_WATCHES = 500
"""The maximum number of cards and sets that one account watches."""


@transaction.atomic
def watch(*, user: User, record: Record) -> bool:
    """Watch a card or set, and return whether it was not watched before. Raises ActionRefused at the limit."""
    # The lock makes simultaneous requests of a user count in the limit.
    get_user_model().objects.select_for_update().get(pk=user.pk)
    if Watch.objects.filter(user=user, record=record).exists():
        return False
    if Watch.objects.filter(user=user).count() >= MAX_WATCHES:
        words = _("You watch %(most)d cards and sets, which is the limit. Remove one first.")
        raise ActionRefused(words % {"most": MAX_WATCHES})
    Watch.objects.create(user=user, record=record, after=Release.objects.newest())
    return True


def unwatch(*, user: User, record: Record) -> bool:
    """Stop watching a card or set, and return whether it was watched."""
    return bool(Watch.objects.filter(user=user, record=record).delete()[0])


def unwatch_by_number(*, user: User, number: int) -> bool:
    """Stop watching by the number of the watch, and return whether the user had it."""
    return bool(Watch.objects.filter(user=user, pk=number).delete()[0])


def is_watched(user: Any, record: int) -> bool:
    """Return whether a logged-in user watches the record with this primary key."""
    return Watch.objects.filter(user=user, record=record).exists()


def mark_read(*, user: User) -> None:
    """Mark all notices of a user as read."""
    WatchNotice.objects.filter(user=user, is_read=False).update(is_read=True)


def follow_renamed(changes: Iterable[DocumentChange]) -> None:
    """Move the watches of renamed documents to their new records; call it in the transaction of the release."""
    for change in changes:
        if change.former_record in (None, change.record):
            continue
        former = Watch.objects.filter(record=change.former_record)
        former.filter(user__in=Watch.objects.filter(record=change.record).values("user")).delete()
        former.update(record=change.record)
