"""Marking legions to find them again. Each person counts once for a legion, however often and from wherever they ask.

The count stands at the legion (`Legion.favoured`) and changes in the transaction that makes or ends a mark, so that
the list for everybody can be sorted by it.
"""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from legions.community.models import Favourite
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_owner
from legions.saved_lists.share_keys import hash_share_key
from legions.site.errors import ActionRefused

MAX_FAVOURITES = 1_000


def add_favourite(*, user: User, legion: Legion) -> bool:
    """Mark a shared legion for `user`; return whether it was not marked before.

    Raises ActionRefused for one's own legion, and for who has as many marks as are allowed.
    """
    if is_owner(user, legion):
        raise ActionRefused(_("It is one of your lists already."))
    try:
        with transaction.atomic():
            # Locked, so that who marks many at once has no more than who marks one after the other.
            get_user_model().objects.select_for_update().get(pk=user.pk)
            if Favourite.objects.filter(user=user, legion=legion).exists():
                return False
            if Favourite.objects.filter(user=user).count() >= MAX_FAVOURITES:
                words = _("You have %(most)d favourites, which is the limit. Remove one first.")
                raise ActionRefused(words % {"most": MAX_FAVOURITES})
            key_hash = hash_share_key(legion.share_key or "")
            Favourite.objects.create(user=user, legion=legion, key_hash=key_hash)
            Legion.objects.filter(pk=legion.pk).update(favoured=F("favoured") + 1)
    except IntegrityError:  # the same person asked twice at once
        return False
    return True


def remove_favourite(*, user: User, legion: Legion) -> bool:
    """End the mark of `user` on a legion; return whether there was one."""
    return _end(user, legion_id=legion.pk)


def remove_favourite_by_number(*, user: User, number: int) -> bool:
    """End the mark `number` of `user`, also on a legion that they cannot see any more; return whether there was one."""
    return _end(user, pk=number)


def delete_favourites_of(*, user: User) -> None:
    """End every mark of somebody who leaves, so that no count keeps them."""
    for number in list(Favourite.objects.filter(user=user).values_list("pk", flat=True)):
        remove_favourite_by_number(user=user, number=number)


@transaction.atomic
def _end(user: User, **which: object) -> bool:
    found = Favourite.objects.filter(user=user, **which).first()
    # Who deletes the row is who takes it out of the count: of two at once only one does.
    if found is None or not Favourite.objects.filter(pk=found.pk).delete()[0]:
        return False
    if found.legion_id is not None:
        Legion.objects.filter(pk=found.legion_id, favoured__gt=0).update(favoured=F("favoured") - 1)
    return True
