"""Stored data of the community: favorites, comments, reports, decisions and silences."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _


class Favourite(models.Model):
    """A list that a user has marked as a favorite.

    It leads to the list while that is public, or shared with the link (`key_hash`) it was marked under: a new link is
    only for recipients chosen by the owner. It is kept when the list is deleted, to show that it is gone.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="favourites", db_index=False)
    legion = models.ForeignKey("legions.Legion", models.SET_NULL, null=True, related_name="favourites")
    key_hash = models.CharField(max_length=64)
    marked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "legion"], name="favourite_once")]
        indexes = [models.Index(fields=["user", "-id"], name="favourite_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.legion_id}"


class CommentQuerySet(models.QuerySet["Comment"]):
    """Comments by readability."""

    def readable(self) -> Self:
        """Return the comments with public texts."""
        return self.filter(deleted_at__isnull=True, hidden=Comment.Hidden.NOT, by__isnull=False)

    def standing(self, reader: User | None, *, all_hidden: bool) -> Self:
        """Return the comments that are shown on the page for `reader`.

        A deleted comment with replies keeps its place. Hidden comments are shown to their authors, and with
        `all_hidden` to the list's owner.
        """
        mine = Q(by=reader.pk, deleted_at__isnull=True) if reader else Q(pk__in=[])
        hidden = ~Q(hidden=Comment.Hidden.NOT) & Q(deleted_at__isnull=True) if all_hidden else Q(pk__in=[])
        answered = Exists(Comment.objects.readable().filter(answers=OuterRef("pk")))
        readable = Q(deleted_at__isnull=True, hidden=Comment.Hidden.NOT, by__isnull=False)
        return self.filter(readable | mine | hidden | answered)


class Comment(models.Model):
    """A comment on a public list: plain text, optionally a reply to another comment.

    If its author deletes it, its text is gone for good; if the list's owner or a moderator hides it, it can be shown
    again.
    """

    class Hidden(models.TextChoices):
        """The party that has hidden a comment."""

        NOT = "", _("shown")
        OWNER = "owner", _("hidden by the owner of the list")
        MODERATOR = "moderator", _("hidden by a moderator")

    legion = models.ForeignKey("legions.Legion", models.CASCADE, related_name="comments", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="comments")
    answers = models.ForeignKey("self", models.SET_NULL, null=True, related_name="answered_by")
    text = models.TextField()
    once = models.CharField(max_length=64, blank=True, default="")
    hidden = models.CharField(max_length=20, choices=Hidden.choices, blank=True, default=Hidden.NOT)
    written_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    deleted_at = models.DateTimeField(null=True)

    objects = CommentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["by", "once"], condition=~Q(once=""), name="comment_once"),
            models.CheckConstraint(condition=Q(deleted_at__isnull=True) | Q(text=""), name="comment_deleted_is_empty"),
        ]
        indexes = [
            models.Index(fields=["legion", "id"], name="comment_of_legion"),
            models.Index(fields=["by", "-written_at"], name="comment_by_time"),
        ]

    def __str__(self) -> str:
        return f"comment {self.pk}"

    @property
    def address(self) -> str:
        """The path of the comment on its page; empty if its list has no link."""
        return f"/s/{self.legion.share_key}/?from={self.pk}#comment-{self.pk}" if self.legion.share_key else ""


class About(models.TextChoices):
    """The types of things that can be reported."""

    COMMENT = "comment", _("comment")
    LEGION = "legion", _("list")
    PERSON = "person", _("person")
    ADVENTURE = "adventure", _("adventure")


class Subject(models.Model):
    """The subject of a report or a decision: one of four objects, or none if it was deleted."""

    about = models.CharField(_("about"), max_length=20, choices=About.choices)
    comment = models.ForeignKey(Comment, models.SET_NULL, null=True, related_name="%(class)ss")
    legion = models.ForeignKey("legions.Legion", models.SET_NULL, null=True, related_name="%(class)ss")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="%(class)ss")
    adventure = models.ForeignKey("legions.SharedAdventure", models.SET_NULL, null=True, related_name="%(class)ss")

    class Meta:
        abstract = True


class Decision(Subject):
    """A decision of a moderator, kept for good: author, time, reason, and the person concerned (`whom`)."""

    class Do(models.TextChoices):
        HIDE = "hide", _("hidden")
        RESTORE = "restore", _("shown again")
        DECLINE = "decline", _("left as it is")
        SILENCE = "silence", _("may not comment")
        LET_SPEAK = "let-speak", _("may comment again")

    do = models.CharField(_("decision"), max_length=20, choices=Do.choices)
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="decided", verbose_name=_("whose it is")
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by"))
    why = models.CharField(_("why"), max_length=300)
    until = models.DateTimeField(null=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("decision of a moderator")
        verbose_name_plural = _("decisions of moderators")
        indexes = [models.Index(fields=["whom", "-id"], name="decision_about_whom")]

    def __str__(self) -> str:
        return f"{self.get_do_display()}: {self.why}"


class Report(Subject):
    """A report about a comment, a list, an adventure or a profile.

    It is open until it has a `decision`. `said` is the reported text at that time, since its author may change it.
    """

    class Reason(models.TextChoices):
        ABUSE = "abuse", _("It insults or threatens somebody")
        SPAM = "spam", _("It is advertising or rubbish")
        PRIVATE = "private", _("It reveals something private about somebody")
        RIGHTS = "rights", _("It breaks somebody’s rights, such as copyright")
        OTHER = "other", _("Something else")

    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="made_reports", verbose_name=_("by")
    )
    reason = models.CharField(_("reason"), max_length=20, choices=Reason.choices)
    note = models.CharField(max_length=500, blank=True)
    said = models.TextField(blank=True)
    made_at = models.DateTimeField(_("at"), auto_now_add=True)
    decision = models.ForeignKey(Decision, models.SET_NULL, null=True, related_name="settles")

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        constraints = [
            models.UniqueConstraint(fields=["by", "comment"], name="report_comment_once"),
            models.UniqueConstraint(fields=["by", "legion"], name="report_legion_once"),
            models.UniqueConstraint(fields=["by", "person"], name="report_person_once"),
            models.UniqueConstraint(fields=["by", "adventure"], name="report_adventure_once"),
        ]
        indexes = [models.Index(fields=["-id"], condition=Q(decision__isnull=True), name="report_waiting")]

    def __str__(self) -> str:
        return f"{self.get_about_display()}: {self.get_reason_display()}"


class Silence(models.Model):
    """A ban on comments for a user, until a time or, without one, until a moderator lifts it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="silence")
    until = models.DateTimeField(null=True)
    why = models.CharField(max_length=300)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.why}"
