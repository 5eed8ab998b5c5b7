"""Marks of lists: built at the same time, or wanted."""

from django.db import transaction
from django.utils.translation import gettext as _

from legions.saved_lists.models import BuildStatus, Legion
from legions.site.errors import ActionRefused

MAX_MARKED = 30
"""The maximum number of a holder's lists of a game with one mark: each wanted list needs a search for packs."""


@transaction.atomic
def set_mark(*, legion: Legion, mark: BuildStatus) -> Legion:
    """Mark a list. Its document and the time of its last change stay unchanged.

    Raises ActionRefused if too many lists have this mark already.
    """
    whose = {"owner": legion.owner_id} if legion.owner_id is not None else {"guest_key": legion.guest_key}
    alike = Legion.objects.not_deleted().filter(**whose, game=legion.game, mark=mark).exclude(pk=legion.pk)
    if mark != BuildStatus.NONE and alike.count() >= MAX_MARKED:
        raise ActionRefused(
            _("{most} lists are marked so, which is the most. Take the mark from one first.").format(most=MAX_MARKED)
        )
    Legion.objects.not_deleted().filter(pk=legion.pk).update(mark=mark)
    legion.mark = mark
    return legion
