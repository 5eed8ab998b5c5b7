"""Ended share links. Only a digest of their key is stored."""

from django.utils import timezone

from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import EndedLink, hash_share_key


def was_link_ended(key: str) -> bool:
    """Return whether a share link with this key existed once."""
    return EndedLink.objects.filter(key_hash=hash_share_key(key)).exists()


def end_link(legion: Legion) -> None:
    """Record the present link of a legion as ended. The key is read again, since another request may have changed
    it.
    """
    key = Legion.objects.select_for_update().values_list("share_key", flat=True).filter(pk=legion.pk).first()
    if key:
        remember_ended(key)


def remember_ended(key: str) -> None:
    """Record that a share link with this key existed."""
    EndedLink.objects.get_or_create(key_hash=hash_share_key(key), defaults={"ended_at": timezone.now()})
