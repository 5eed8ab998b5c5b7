"""Marking legions: which stand built at the same time, and which are wanted."""

from django.db import transaction
from django.utils.translation import gettext as _

from legions.saved_lists.models import BuildStatus, Legion
from legions.site.errors import ActionRefused

MAX_MARKED = 30
"""Legions of one game that somebody marks alike at most: for each wanted one the fewest packs are looked for."""


@transaction.atomic
def set_mark(*, legion: Legion, mark: BuildStatus) -> Legion:
    """Mark a legion. Its document stays as it is, and so does the time of its last change.

    Raises ActionRefused when as many are marked so already.
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
