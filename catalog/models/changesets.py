"""Models of changesets: changes of documents that belong together, and the discussion about them."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalog.models.records import Stage

TITLE_LENGTH = 300
NOTE_LENGTH = 1_000


class ChangesetOrigin(models.TextChoices):
    """The origin of a changeset."""

    WORK = "work", _("written by hand")
    TABLE = "table", _("imported table")
    CONTRIBUTIONS = "offers", _("accepted contributions")
    FILES = "files", _("imported files")
    PUBLICATION = "publication", _("published at once")
    REVERT = "revert", _("takes back another")
    MERGE = "merge", _("merged doubles")


class ChangesetState(models.TextChoices):
    """The state of a changeset, from the stages of its rows."""

    EMPTY = "empty", _("without changes")
    WORK = "work", _("in work")
    REVIEW = "review", _("in review")
    APPROVED = "approved", _("approved")
    PUBLISHED = "published", _("published")


class ChangesetQuerySet(models.QuerySet["Changeset"]):
    """Queries for changesets with the numbers of their rows."""

    def counted(self) -> "ChangesetQuerySet":
        """Return the changesets with the numbers of their rows by stage: `in_work`, `in_review`, `approved`,
        `published`; and whether another takes them back: `taken_back`.
        """
        counts = {
            name: Count("rows", filter=Q(rows__stage=stage, rows__since__isnull=True))
            for name, stage in (("in_work", Stage.DRAFT), ("in_review", Stage.REVIEW), ("approved", Stage.APPROVED))
        }
        reverts = Changeset.objects.filter(reverts=OuterRef("pk"))
        return self.annotate(
            **counts, published=Count("rows", filter=Q(rows__since__isnull=False)), taken_back=Exists(reverts)
        )


class Changeset(models.Model):
    """Changes of documents that are reviewed, published and taken back together.

    Its rows are revisions (`Revision.changeset`): drafts, and published ones. A draft keeps its changeset when others
    edit it. `by` is null for operators' commands and deleted accounts. `reverts` is the changeset that it takes back.
    """

    Origin = ChangesetOrigin

    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    origin = models.CharField(_("origin"), max_length=11, choices=ChangesetOrigin, default=ChangesetOrigin.WORK)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    created_at = models.DateTimeField(_("begun"), default=timezone.now, editable=False)
    reverts = models.ForeignKey("self", models.SET_NULL, null=True, editable=False, related_name="reverted_by")

    objects = ChangesetQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("changeset")
        verbose_name_plural = _("changesets")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(origin__in=[origin.value for origin in ChangesetOrigin]), name="changeset_origin_known"
            )
        ]

    def __str__(self) -> str:
        return self.title


class ChangesetNote(models.Model):
    """A message of the discussion about a changeset. `by` is null if the account was deleted."""

    changeset = models.ForeignKey(Changeset, models.CASCADE, related_name="notes", editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    at = models.DateTimeField(default=timezone.now, editable=False)
    text = models.CharField(max_length=NOTE_LENGTH)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.changeset_id}: {self.text[:40]}"


def changeset_state(counted: Any) -> ChangesetState:
    """Return the state of a changeset from `ChangesetQuerySet.counted`: that of the row with the longest way to go."""
    for state, number in (
        (ChangesetState.WORK, counted.in_work),
        (ChangesetState.REVIEW, counted.in_review),
        (ChangesetState.APPROVED, counted.approved),
        (ChangesetState.PUBLISHED, counted.published),
    ):
        if number:
            return state
    return ChangesetState.EMPTY
