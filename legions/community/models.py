"""What is stored of what people make of one another's legions."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _


class Favourite(models.Model):
    """A legion that somebody wants to find again.

    It leads there while the legion is in the list for everybody, or under the very link (`key_hash`) that it was
    marked under: a new link is for whom its owner gives it to. It outlives the legion, to say that it is gone.
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
    """Comments by who may read them."""

    def readable(self) -> Self:
        """Return the comments whose text everybody may read."""
        return self.filter(deleted_at__isnull=True, hidden=Comment.Hidden.NOT, by__isnull=False)

    def standing(self, reader: User | None, *, all_hidden: bool) -> Self:
        """Return the comments that have a place on the page for `reader`.

        One that is gone keeps its place while it is answered, so that nobody seems to answer nothing. Its author sees
        one that was hidden, and so does who could show it again (`all_hidden`).
        """
        mine = Q(by=reader.pk, deleted_at__isnull=True) if reader else Q(pk__in=[])
        hidden = ~Q(hidden=Comment.Hidden.NOT) & Q(deleted_at__isnull=True) if all_hidden else Q(pk__in=[])
        answered = Exists(Comment.objects.readable().filter(answers=OuterRef("pk")))
        readable = Q(deleted_at__isnull=True, hidden=Comment.Hidden.NOT, by__isnull=False)
        return self.filter(readable | mine | hidden | answered)


class Comment(models.Model):
    """What somebody says of a legion in the list for everybody: plain text, which may answer another comment.

    Deleted by its author its text is gone for good; hidden by the legion's owner or by a moderator it can be shown
    again.
    """

    class Hidden(models.TextChoices):
        """Who has hidden it."""

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
        """Where it stands, empty while its legion is under no link."""
        return f"/s/{self.legion.share_key}/?from={self.pk}#comment-{self.pk}" if self.legion.share_key else ""


class About(models.TextChoices):
    """What can be reported and decided about."""

    COMMENT = "comment", _("comment")
    LEGION = "legion", _("list")
    PERSON = "person", _("person")
    ADVENTURE = "adventure", _("adventure")


class Subject(models.Model):
    """What a report or a decision is about: one of four things, none once that is deleted for good."""

    about = models.CharField(_("about"), max_length=20, choices=About.choices)
    comment = models.ForeignKey(Comment, models.SET_NULL, null=True, related_name="%(class)ss")
    legion = models.ForeignKey("legions.Legion", models.SET_NULL, null=True, related_name="%(class)ss")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="%(class)ss")
    adventure = models.ForeignKey("legions.SharedAdventure", models.SET_NULL, null=True, related_name="%(class)ss")

    class Meta:
        abstract = True


class Decision(Subject):
    """What a moderator decided, kept for good: who, when, why, and about whom (`whom`)."""

    class Do(models.TextChoices):
        """What was done."""

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
    """What somebody finds wrong with a comment, a legion, an adventure or a person's page.

    It waits until it has a `decision`. `said` is what stood there when it was reported, since its author may change it.
    """

    class Reason(models.TextChoices):
        """What is wrong."""

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
    """Somebody who may not comment, until then or, without an end, until a moderator says otherwise."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="silence")
    until = models.DateTimeField(null=True)
    why = models.CharField(max_length=300)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.why}"
