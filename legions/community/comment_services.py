"""Services for comments on public lists: write, change, delete, hide, and close."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from legions.community.models import Comment, Report, Silence
from legions.saved_lists.models import Legion
from legions.site.errors import ActionRefused

MAX_COMMENT_LENGTH = 2_000
MAX_COMMENTS_PER_HOUR = 20
MAX_COMMENTS_PER_DAY = 80
MAX_COMMENTS_PER_LIST = 2_000


@transaction.atomic
def write_comment(*, user: User, legion: Legion, text: str, answers: int | None = None, once: str = "") -> Comment:
    """Store a comment of `user` on a list, as a reply to the comment numbered `answers` if given.

    `once` is the token of the form: sent twice, it makes one comment. Raises ActionRefused.
    """
    # The lock makes simultaneous comments of a user count in the limits.
    get_user_model().objects.select_for_update().get(pk=user.pk)
    if once and (existing := Comment.objects.filter(by=user, once=once).first()):
        return existing
    _check(user, legion)
    answered = None
    if answers is not None:
        answered = Comment.objects.readable().filter(legion=legion, pk=answers).first()
        if answered is None:
            raise ActionRefused(_("The comment you reply to was deleted. Write a new comment instead."))
    _check_limits(user, legion)
    return Comment.objects.create(
        legion=legion, by=user, answers=answered, text=text, once=once, written_at=timezone.now()
    )


@transaction.atomic
def edit_comment(*, user: User, comment: Comment, text: str) -> None:
    """Change a comment of `user`. Raises ActionRefused."""
    _check(user, comment.legion)
    mine = Comment.objects.readable().filter(pk=comment.pk, by=user)
    if mine.filter(text=text).exists():
        return
    if not mine.update(text=text, edited_at=max(timezone.now(), comment.written_at)):
        raise ActionRefused(_("This comment cannot be changed any more."))


@transaction.atomic
def delete_comment(*, user: User, comment: Comment) -> bool:
    """Delete a comment of `user` for good, and return whether there was one."""
    mine = Comment.objects.filter(pk=comment.pk, by=user, deleted_at__isnull=True)
    return bool(mine.update(text="", deleted_at=timezone.now()))


@transaction.atomic
def hide_comment(*, legion: Legion, comment: Comment, hidden: bool) -> bool:
    """Hide a comment on the owner's list, or show it again, and return whether that changed anything.

    Comments hidden by a moderator stay hidden.
    """
    before, after = (Comment.Hidden.NOT, Comment.Hidden.OWNER)[:: 1 if hidden else -1]
    found = Comment.objects.filter(pk=comment.pk, legion=legion, hidden=before, deleted_at__isnull=True)
    return bool(found.update(hidden=after))


@transaction.atomic
def close_comments(*, legion: Legion, closed: bool) -> None:
    """Close a list to comments, or open it again; existing comments are kept."""
    Legion.objects.filter(pk=legion.pk).update(comments_closed=closed)
    legion.comments_closed = closed


def silence_of(user: User) -> Silence | None:
    """Return the present silence of a user, or None if they may comment."""
    now = timezone.now()
    return Silence.objects.filter(Q(until__isnull=True) | Q(until__gt=now), user=user).first()


def silence_words(silence: Silence) -> str:
    """Return a sentence with the end of a silence and its reason."""
    if silence.until is None:
        return _("You may not comment: %(why)s") % {"why": silence.why}
    words = _("You may not comment until %(day)s: %(why)s")
    return words % {"day": date_format(silence.until), "why": silence.why}


@transaction.atomic
def delete_comments_of(*, user: User) -> None:
    """Delete all comments of a user who leaves, and the texts of reports by and about them."""
    Report.objects.filter(Q(comment__by=user) | Q(legion__owner=user) | Q(person=user)).update(said="")
    Report.objects.filter(by=user).update(note="")
    Comment.objects.filter(by=user).update(text="", deleted_at=timezone.now())


def _check(user: User, legion: Legion) -> None:
    """Raise ActionRefused if `user` may not comment on this list now."""
    now = Legion.objects.public().filter(pk=legion.pk).values_list("comments_closed", flat=True).first()
    if now is None:
        raise ActionRefused(_("This list is not public any more, so it takes no comments."))
    if now:
        raise ActionRefused(_("Comments are closed."))
    if silence := silence_of(user):
        raise ActionRefused(silence_words(silence))


def _check_limits(user: User, legion: Legion) -> None:
    """Raise ActionRefused if a user has commented too much, or if a list has too many comments."""
    now, mine = timezone.now(), Comment.objects.filter(by=user)
    if mine.filter(written_at__gt=now - timedelta(hours=1)).count() >= MAX_COMMENTS_PER_HOUR:
        raise ActionRefused(
            _("You have written %(number)d comments within an hour. Go on later.") % {"number": MAX_COMMENTS_PER_HOUR}
        )
    if mine.filter(written_at__gt=now - timedelta(days=1)).count() >= MAX_COMMENTS_PER_DAY:
        raise ActionRefused(
            _("You have written %(number)d comments within a day. Go on tomorrow.") % {"number": MAX_COMMENTS_PER_DAY}
        )
    if Comment.objects.filter(legion=legion).count() >= MAX_COMMENTS_PER_LIST:
        raise ActionRefused(_("This list has as many comments as it can have."))
