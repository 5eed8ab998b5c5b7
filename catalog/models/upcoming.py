"""What is stored of releases before they are published: what is gathered, when it is due, and what it would do."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

HEARTBEAT_TIMEOUT = timedelta(minutes=1)
"""After which work that says nothing any more is taken for lost."""


class UpcomingState(models.TextChoices):
    """What becomes of a release that is gathered."""

    OPEN = "open", _("collecting changes")
    SCHEDULED = "scheduled", _("scheduled")
    PUBLISHED = "published", _("published")
    DROPPED = "dropped", _("dropped")


class UpcomingRelease(models.Model):
    """Approved drafts that are published together (`Revision.gathered_in`), at once or when they are due.

    `version` counts its changes, so that nobody publishes what they have not seen. `stopped` says in
    each language why it was not published when it was due; it is empty for all others. `release` is what it became.
    `site` is where who scheduled it found this site, and `language` what they read: both are for telling them, and
    empty while nobody has scheduled it.
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
        """Why it was not published when it was due, in the language that is spoken; `""` for all others."""
        return str(self.stopped.get(get_language(), self.stopped.get(settings.LANGUAGE_CODE, "")))

    @property
    def ahead(self) -> bool:
        """Whether it is still to be published."""
        return self.state in (UpcomingState.OPEN, UpcomingState.SCHEDULED)


class PreviewState(models.TextChoices):
    """How far a preview is."""

    WAITING = "waiting", _("waiting for a worker")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


def new_key() -> str:
    """Return a key for a preview."""
    return secrets.token_urlsafe(12)


class ReleasePreview(models.Model):
    """What publishing an upcoming release would do to what hangs on the catalog, as it is worked out and when it is.

    `mark` is of what was gathered and of the release it was held against: after a change of either it is an old one.
    `told` holds what each source said (`catalog.publishing.previews`), by its name.
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
        """Whether it goes on."""
        return self.state in (PreviewState.WAITING, PreviewState.RUNNING) and not self.lost

    @property
    def lost(self) -> bool:
        """Whether who worked on it has gone silent."""
        return self.state == PreviewState.RUNNING and timezone.now() - self.heard_at > HEARTBEAT_TIMEOUT
