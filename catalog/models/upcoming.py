"""Models of upcoming releases: their drafts, schedule and previews."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

HEARTBEAT_TIMEOUT = timedelta(minutes=1)
"""The time without a heartbeat after which a preview counts as lost."""


class UpcomingState(models.TextChoices):
    """The state of an upcoming release."""

    OPEN = "open", _("collecting changes")
    SCHEDULED = "scheduled", _("scheduled")
    PUBLISHED = "published", _("published")
    DROPPED = "dropped", _("dropped")


class UpcomingRelease(models.Model):
    """Approved drafts that are published together (`Revision.gathered_in`), at once or on schedule.

    `version` counts changes, to detect that a user has seen an outdated state. `stopped` has the reasons why it was not
    published when due, by language; otherwise it is empty. `release` is the published release. `site` is the origin of
    the site and `language` the language of the user who scheduled it, for a notification; both are empty before it is
    scheduled.
    """

    why = models.CharField(_("why"), max_length=300)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, editable=False, related_name="+", verbose_name=_("by")
    )
    begun_at = models.DateTimeField(default=timezone.now, editable=False)
    state = models.CharField(
        _("state"), max_length=9, choices=UpcomingState, default=UpcomingState.OPEN, editable=False
    )
    due_at = models.DateTimeField(null=True, editable=False)
    stopped = models.JSONField(default=dict, blank=True, editable=False)
    site = models.CharField(max_length=200, default="", editable=False)
    language = models.CharField(max_length=10, default="", editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)
    release = models.OneToOneField("catalog.Release", models.PROTECT, null=True, editable=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("upcoming release")
        verbose_name_plural = _("upcoming releases")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(state=UpcomingState.SCHEDULED, due_at__isnull=False) | ~Q(state=UpcomingState.SCHEDULED),
                name="upcoming_scheduled_is_due",
            ),
            models.CheckConstraint(
                condition=Q(state=UpcomingState.PUBLISHED, release__isnull=False)
                | (~Q(state=UpcomingState.PUBLISHED) & Q(release__isnull=True)),
                name="upcoming_published_is_a_release",
            ),
        ]

    def __str__(self) -> str:
        return self.why

    @property
    def why_stopped(self) -> str:
        """The reasons why it was not published when due, in the active language; `""` if there are none."""
        return str(self.stopped.get(get_language(), self.stopped.get(settings.LANGUAGE_CODE, "")))

    @property
    def ahead(self) -> bool:
        """True if the release is still to be published."""
        return self.state in (UpcomingState.OPEN, UpcomingState.SCHEDULED)


class PreviewState(models.TextChoices):
    """The state of a preview."""

    WAITING = "waiting", _("waiting for a worker")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


def new_key() -> str:
    return secrets.token_urlsafe(12)


class ReleasePreview(models.Model):
    """A preview of the effects of an upcoming release on the data of other apps, in progress or finished.

    `mark` identifies the drafts and the release they were compared with; if either changes, the preview is outdated.
    `told` has the results of the apps by name (`catalog.publishing.previews`).
    """

    key = models.CharField(primary_key=True, max_length=16, default=new_key, editable=False)
    upcoming = models.ForeignKey(UpcomingRelease, models.CASCADE, related_name="previews", editable=False)
    mark = models.CharField(max_length=64, editable=False)
    state = models.CharField(max_length=9, choices=PreviewState, default=PreviewState.WAITING, editable=False)
    done = models.PositiveIntegerField(default=0, editable=False)
    total = models.PositiveIntegerField(default=0, editable=False)
    told = models.JSONField(default=dict, editable=False)
    asked_at = models.DateTimeField(default=timezone.now, editable=False)
    heard_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-asked_at"]

    def __str__(self) -> str:
        return f"{self.upcoming}: {self.state}"

    @property
    def at_work(self) -> bool:
        """True if the preview is being computed."""
        return self.state in (PreviewState.WAITING, PreviewState.RUNNING) and not self.lost

    @property
    def lost(self) -> bool:
        """True if the worker of the preview has sent no heartbeat for too long."""
        return self.state == PreviewState.RUNNING and timezone.now() - self.heard_at > HEARTBEAT_TIMEOUT
