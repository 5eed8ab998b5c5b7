"""Messages of the admin about an action on several drafts: those that it changed, and those that it left."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext

from catalog.publishing.changeset_review import LeftRevision, ReviewResult

MAX_NAMED = 5
"""The maximum number of drafts that messages name with the reason for which they were left."""


def tell_result(request: HttpRequest, review: ReviewResult, done: str) -> None:
    """Add messages with the number of changed drafts, and with the drafts that were left and why.

    `done` says what was done to the changed ones.
    """
    if review.done:
        number = len(review.done)
        message = ngettext("{number} draft: {done}.", "{number} drafts: {done}.", number)
        messages.success(request, message.format(number=number, done=done))
    tell_left(request, review.left)
    if not review.done and not review.left:
        messages.info(request, gettext("There was nothing to do."))


def tell_left(request: HttpRequest, left: Sequence[LeftRevision]) -> None:
    """Add messages with the first drafts that an action left and why, and with the number of the others."""
    for one in left[:MAX_NAMED]:
        messages.warning(request, f"{one.revision.title}: {one.reason}")
    if len(left) > MAX_NAMED:
        number = len(left) - MAX_NAMED
        message = ngettext("{number} more was left.", "{number} more were left.", number)
        messages.warning(request, message.format(number=number))
