"""Quotas for lists and their histories, by guest and by account.

The size of a list is the size of its document and of all states in its history, in bytes of JSON. Lists in the trash
count too, but the oldest ones are deleted permanently if room is needed. Limits by network address are in
`catalog.api_base.throttling`, as for everything stored for people other than curators.
"""

from typing import Any, NamedTuple

from django.db.models import Count, Q, Sum
from django.utils.formats import number_format
from django.utils.translation import gettext

from catalog.api_base.throttling import charge_storage
from catalog.documents.canonical import compact
from catalog.errors import Refused
from legions.saved_lists.models import Legion, LegionQuerySet

MAX_GUEST_BYTES = 5_000_000
MAX_ACCOUNT_BYTES = 100_000_000
"""The maximum size of all lists and histories in bytes."""
MAX_GUEST_LEGIONS = 50


class QuotaExceeded(Refused):
    """The holder has reached a quota. The text says what to do about it; nothing was written."""


class Quota(NamedTuple):
    """Limits for a holder: the number of lists, without those in the trash, and the bytes of all lists together."""

    legions: int
    size: int


def document_size(document: Any) -> int:
    """Return the size of a document in bytes."""
    return len(compact(document).encode())


def same_holder(legion: Legion) -> Q:
    """Return the condition for the legions of this legion's holder."""
    return Q(owner=legion.owner_id) if legion.owner_id is not None else Q(guest_key=legion.guest_key)


def trash_to_delete(legion: Legion, *, most: int, legions: int = 0, size: int = 0) -> LegionQuerySet | None:
    """Return the legions in the holder's trash to delete for this number of new legions and bytes; None if none.

    An account may have `most` legions. Raises QuotaExceeded if deleting the trash does not make enough room.
    """
    guest = legion.owner_id is None
    quota = Quota(min(most, MAX_GUEST_LEGIONS), MAX_GUEST_BYTES) if guest else Quota(most, MAX_ACCOUNT_BYTES)
    owned = Legion.objects.filter(same_holder(legion))
    now = owned.aggregate(kept=Count("pk", filter=Q(deleted_at=None)), all=Count("pk"), size=Sum("stored", default=0))
    if legions and now["kept"] + legions > quota.legions:
        raise QuotaExceeded(_too_many(guest, quota.legions, most))
    # The trash may hold as many legions as may be kept, so that deleting all of them can be undone.
    over = Quota(now["all"] + legions - 2 * quota.legions, now["size"] + size - quota.size)
    if over.legions <= 0 and over.size <= 0:
        return None
    return Legion.objects.filter(pk__in=_going(owned.exclude(pk=legion.pk), over, guest))


def _going(owned: LegionQuerySet, over: Quota, guest: bool) -> list[Any]:
    """Return the ids in the trash to delete until nothing is over the quota: the earliest deleted first."""
    going: list[Any] = []
    legions, size = over
    thrown = owned.filter(deleted_at__isnull=False).order_by("deleted_at", "pk")
    for pk, stored in thrown.values_list("pk", "stored"):
        if legions <= 0 and size <= 0:
            break
        legions, size = legions - 1, size - stored
        going.append(pk)
    if legions > 0 or size > 0:
        raise QuotaExceeded(_too_large(guest))
    return going


def charge_revision_storage(legion: Legion, size: int, *, legions: int = 0) -> None:
    """Count the stored bytes against the client's address. Raises RateLimitExceeded."""
    charge_storage(size, guest=legion.owner_id is None, legions=legions)


def _too_many(guest: bool, legions: int, of_account: int) -> str:
    if guest:
        words = gettext(
            "A guest can have up to {most} lists. Delete one first, or create an account: it"
            " has room for {more}, and these move into it."
        )
        return words.format(most=legions, more=number_format(of_account))
    full = gettext("You have {most} lists, which is the limit. Delete one first.")
    return full.format(most=legions)


def _too_large(guest: bool) -> str:
    if guest:
        return gettext(
            "Your lists and their histories use all the space that a guest has. Delete a list, or"
            " create an account: it has twenty times as much, and your lists move into it."
        )
    return gettext("Your lists and their histories use all the space you have. Delete a list that you do not need.")
