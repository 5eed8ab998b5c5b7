"""Services for favorites. A user counts once per list, however often they mark it.

The number is stored with the list (`Legion.favoured`) and changes in the same transaction as the mark, so that the
public lists can be sorted by it.
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
    """Mark a shared list for `user`, and return whether the mark is new.

    Raises ActionRefused for the user's own lists, and for a user with too many favorites.
    """
    if is_owner(user, legion):
        raise ActionRefused(_("It is one of your lists already."))
    try:
        with transaction.atomic():
            # The lock makes simultaneous marks of a user count in the limit.
            get_user_model().objects.select_for_update().get(pk=user.pk)
            if Favourite.objects.filter(user=user, legion=legion).exists():
                return False
            if Favourite.objects.filter(user=user).count() >= MAX_FAVOURITES:
                words = _("You have %(most)d favourites, which is the limit. Remove one first.")
                raise ActionRefused(words % {"most": MAX_FAVOURITES})
            key_hash = hash_share_key(legion.share_key or "")
            Favourite.objects.create(user=user, legion=legion, key_hash=key_hash)
            Legion.objects.filter(pk=legion.pk).update(favoured=F("favoured") + 1)
    except IntegrityError:  # two simultaneous requests of the same user
        return False
    return True


def remove_favourite(*, user: User, legion: Legion) -> bool:
    """Remove the mark of `user` on a list, and return whether there was one."""
    return _end(user, legion_id=legion.pk)


def remove_favourite_by_number(*, user: User, number: int) -> bool:
    """Remove the mark `number` of `user`, even if they cannot see the list any more, and return whether there was
    one.
    """
    return _end(user, pk=number)


def delete_favourites_of(*, user: User) -> None:
    """Delete all favorites of a user who leaves, and reduce the counts of the lists."""
    for number in list(Favourite.objects.filter(user=user).values_list("pk", flat=True)):
        remove_favourite_by_number(user=user, number=number)


@transaction.atomic
def _end(user: User, **which: object) -> bool:
    found = Favourite.objects.filter(user=user, **which).first()
    # Only the request that deletes the row reduces the number: of two simultaneous ones, only one does.
    if found is None or not Favourite.objects.filter(pk=found.pk).delete()[0]:
        return False
    if found.legion_id is not None:
        Legion.objects.filter(pk=found.legion_id, favoured__gt=0).update(favoured=F("favoured") - 1)
    return True
