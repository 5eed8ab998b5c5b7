"""Comments on a list as a visitor sees them, with the available actions."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from django.http import HttpRequest

from catalog import permissions
from legions.accounts.profile_names import display_name, profile_url, role_badge
from legions.community import comment_services, moderation
from legions.community.forms import CommentForm
from legions.community.models import Comment
from legions.community.moderation import ReportTarget
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_owner

PAGE_SIZE = 30
_NUMBER_DIGITS = 18


@dataclass(frozen=True)
class CommentView:
    """A comment on the page."""

    comment: Comment
    reader: Any
    """The visitor; None if they are not logged in."""
    owns: bool
    """True if the visitor owns the list."""
    form: CommentForm | None = None
    """The form to change the comment, if the visitor asked for it."""

    @property
    def gone(self) -> bool:
        """True if the text is deleted for good."""
        return self.comment.deleted_at is not None or self.comment.by_id is None

    @property
    def hidden(self) -> str:
        """The party that has hidden the comment; empty if it is not hidden."""
        return "" if self.gone else self.comment.hidden

    @property
    def readable(self) -> bool:
        """True if the visitor may read the comment. A hidden one is readable for its author and the list owner who hid
        it.
        """
        return not self.gone and (not self.hidden or self.mine or (self.owns and self.hidden == Comment.Hidden.OWNER))

    @property
    def mine(self) -> bool:
        """True if the visitor wrote it."""
        return self.reader is not None and self.comment.by_id == self.reader.pk

    @property
    def by(self) -> str:
        """The name of the author."""
        return display_name(self.comment.by) if self.comment.by else ""

    @property
    def by_role(self) -> str | None:
        """The role shown next to the author's name, or None."""
        return role_badge(self.comment.by)

    @property
    def by_address(self) -> str:
        """The path of the author's profile; empty if there is none."""
        return profile_url(self.comment.by)

    @property
    def why(self) -> str:
        """The reason why a moderator has hidden the comment, for its author only."""
        if not (self.mine and self.hidden == Comment.Hidden.MODERATOR):
            return ""
        return moderation.hidden_reason(ReportTarget("comment", self.comment))

    @property
    def answered(self) -> str:
        """The name of the author it replies to; empty if that comment is not public."""
        other = self.comment.answers
        if other is None or other.deleted_at or other.hidden or other.by is None:
            return ""
        return display_name(other.by)


@dataclass(frozen=True)
class CommentThread:
    """A page of the comments on a list, and the form to write one."""

    legion: Legion
    reader: Any
    start: int = 0
    """The number of the first comment on the page."""
    answering: int = 0
    editing: int = 0
    form: CommentForm | None = None
    """The submitted form, if it was invalid."""

    @classmethod
    def of_request(cls, request: HttpRequest, legion: Legion) -> Self:
        """Return the requested page of comments, with the form to write, answer or change a comment."""
        start, answering, editing = (parse_number(request.GET.get(name, "")) for name in ("from", "answer", "change"))
        reader = request.user if request.user.is_authenticated else None
        return cls(legion, reader, start=start, answering=answering, editing=editing)

    @property
    def owns(self) -> bool:
        """True if the visitor owns the list."""
        return is_owner(self.reader, self.legion)

    @cached_property
    def count(self) -> int:
        """The number of public comments."""
        return Comment.objects.readable().filter(legion=self.legion).count()

    @cached_property
    def _rows(self) -> list[Comment]:
        standing = Comment.objects.filter(legion=self.legion).standing(self.reader, all_hidden=self.owns)
        found = standing.filter(pk__gte=self.start).select_related("by__profile", "answers__by__profile", "legion")
        rows = list(found.order_by("pk")[: PAGE_SIZE + 1])
        permissions.fetch_roles(row.by for row in rows)
        return rows

    @property
    def comments(self) -> list[CommentView]:
        """The comments of this page, the oldest first."""
        return [CommentView(row, self.reader, self.owns, self._changing(row)) for row in self._rows[:PAGE_SIZE]]

    @property
    def next(self) -> int:
        """The number of the next page's first comment, or 0 on the last page."""
        return self._rows[PAGE_SIZE].pk if len(self._rows) > PAGE_SIZE else 0

    @cached_property
    def silence_reason(self) -> str:
        """The reason why the visitor may not comment; empty if they may."""
        silence = comment_services.silence_of(self.reader) if self.reader else None
        return comment_services.silence_words(silence) if silence else ""

    @property
    def write_form(self) -> CommentForm:
        """The form to write a comment, as a reply if the visitor asked for that."""
        return self.form if self.form and not self.editing else CommentForm(initial={"answers": self.parent_number})

    @cached_property
    def _answered(self) -> Comment | None:
        if not self.answering:
            return None
        found = Comment.objects.readable().filter(legion=self.legion, pk=self.answering)
        return found.select_related("by__profile").first()

    @property
    def parent_number(self) -> int | None:
        """The number of the comment to reply to, or None."""
        return self._answered.pk if self._answered else None

    @property
    def answered(self) -> str:
        """The author of the comment to reply to."""
        return display_name(self._answered.by) if self._answered and self._answered.by else ""

    def _changing(self, comment: Comment) -> CommentForm | None:
        if comment.pk != self.editing or self.reader is None or comment.by_id != self.reader.pk:
            return None
        return self.form or CommentForm(initial={"text": comment.text}, prefix=None, changing=comment.pk)


def parse_number(text: str) -> int:
    """Return the number of a comment from a query string, or 0 if it is invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _NUMBER_DIGITS else 0
