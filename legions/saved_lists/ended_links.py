"""Links that were ended or replaced: they are remembered by a digest of their key alone."""

from django.utils import timezone

from legions.saved_lists.models import Legion
from legions.saved_lists.share_keys import EndedLink, hash_share_key


def was_link_ended(key: str) -> bool:
    """Return whether there was a link of this key once."""
    return EndedLink.objects.filter(key_hash=hash_share_key(key)).exists()


def end_link(legion: Legion) -> None:
    """Remember that the link a legion has now is ended; another may have changed it since it was read."""
    key = Legion.objects.select_for_update().values_list("share_key", flat=True).filter(pk=legion.pk).first()
    if key:
        remember_ended(key)


def remember_ended(key: str) -> None:
    """Remember that there was a link of this key."""
    EndedLink.objects.get_or_create(key_hash=hash_share_key(key), defaults={"ended_at": timezone.now()})
