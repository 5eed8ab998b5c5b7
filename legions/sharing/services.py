"""Services that share lists. All arguments are keyword-only, and each call is one transaction."""

from typing import Any

from django.db import transaction
from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext

from catalog.api_base.throttling import charge_storage
from legions.saved_lists import gallery_cards
from legions.saved_lists.ended_links import end_link
from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import new_share_key
from legions.site.errors import ActionRefused

LINK_BYTES = 1000
"""The bytes of storage that a link counts as."""


@transaction.atomic
def share_legion(*, legion: Legion) -> str:
    """Return the share key of a list, creating one if there is none.

    Raises RateLimitExceeded if the client has stored too much: the record of an ended link is charged when the link is
    created, so that revoking it never fails.
    """
    if Legion.objects.filter(pk=legion.pk, share_key__isnull=True).update(share_key=new_share_key()):
        _charge_link(legion)
    legion.refresh_from_db(fields=["share_key"])
    assert legion.share_key is not None
    return legion.share_key


@transaction.atomic
def rotate_share_key(*, legion: Legion) -> str:
    """Return a new share key and revoke the former one. Raises RateLimitExceeded as `share_legion` does."""
    end_link(legion)
    _charge_link(legion)
    legion.share_key = new_share_key()
    Legion.objects.filter(pk=legion.pk).update(share_key=legion.share_key)
    return legion.share_key


@transaction.atomic
def revoke_link(*, legion: Legion) -> None:
    """Revoke the share key; its address then says so. The list is no longer public, and its collection is hidden
    again.
    """
    end_link(legion)
    private: dict[str, Any] = {"share_key": None, "shows_collection": False, "public": False}
    Legion.objects.filter(pk=legion.pk).update(**private)
    gallery_cards.forget_cards(legion)
    for field, value in private.items():
        setattr(legion, field, value)


@transaction.atomic
def list_in_gallery(*, legion: Legion) -> None:
    """Make a list public, with a link.

    Raises ActionRefused for a guest's list, and for one that a moderator has removed, and RateLimitExceeded as
    `share_legion` does.
    """
    if legion.owner_id is None:
        raise ActionRefused(gettext("You need an account to make a list public."))
    share_legion(legion=legion)
    # Removing a list and publishing it again does not make it new.
    since = Coalesce("published_at", Value(timezone.now(), DateTimeField()))
    admitted = Legion.objects.filter(pk=legion.pk, share_key__isnull=False, barred=False)
    if not admitted.update(public=True, published_at=since) and Legion.objects.filter(pk=legion.pk, barred=True):
        raise ActionRefused(gettext("A moderator removed it from the public lists."))
    legion.refresh_from_db(fields=["public", "published_at", "document"])
    if legion.public:
        gallery_cards.write_cards(legion)


@transaction.atomic
def remove_from_gallery(*, legion: Legion) -> None:
    """Remove a list from the public lists; its link still works."""
    Legion.objects.filter(pk=legion.pk).update(public=False)
    legion.public = False
    gallery_cards.forget_cards(legion)


def _charge_link(legion: Legion) -> None:
    charge_storage(LINK_BYTES, guest=legion.owner_id is None)


@transaction.atomic
def show_collection(*, legion: Legion, shown: bool) -> None:
    """Show or hide the collection of a shared list."""
    Legion.objects.filter(pk=legion.pk, share_key__isnull=False).update(shows_collection=shown)
    legion.refresh_from_db(fields=["shows_collection"])
