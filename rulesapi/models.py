"""Models of the API: completions, which are kept for a while after they are answered, and reports of wrong verdicts."""

import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

COMPLETION_LIFETIME = timedelta(hours=1)


def new_key() -> str:
    """Return an unguessable key: it is all one needs to read a completion's answer and to cancel it."""
    return secrets.token_urlsafe(16)


def new_end() -> datetime:
    """Return the expiry time of a completion requested now."""
    return timezone.now() + COMPLETION_LIFETIME


class Completion(models.Model):
    """A legion to complete: the request, its progress, and the answer."""

    class State(models.TextChoices):
        """The state of a completion. A canceled one is deleted."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    key = models.CharField(primary_key=True, max_length=22, default=new_key, editable=False)
    question = models.JSONField()
    release = models.PositiveBigIntegerField()
    seconds = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    best = models.BigIntegerField(null=True)
    bound = models.BigIntegerField(null=True)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    heard_at = models.DateTimeField(null=True)
    expires_at = models.DateTimeField(default=new_end, db_index=True)

    def __str__(self) -> str:
        return f"{self.key} ({self.state})"


class WrongVerdict(models.Model):
    """A report of a wrong verdict: the legion, the verdict, and the expected outcome.

    The legion names the release and the date of the verdict, so that it can be reproduced; it has no name and no notes.
    `mark` identifies the contents of a report, so that an identical report is stored once.
    """

    class State(models.TextChoices):
        """The decision of curators."""

        OPEN = "open", pgettext_lazy("a report", "Open")
        WRONG = "wrong", _("The verdict was wrong")
        RIGHT = "right", _("The verdict was right")

    class Outcome(models.TextChoices):
        LEGAL = "legal", _("Legal")
        ILLEGAL = "illegal", _("Illegal")
        UNDETERMINED = "undetermined", _("Undetermined")

    mark = models.CharField(max_length=64, unique=True, editable=False)
    game = models.CharField(_("game"), max_length=100)
    digest = models.CharField(_("digest"), max_length=71)
    legion = models.JSONField()
    verdict = models.JSONField(help_text=_("As it was when it was reported."))
    expected = models.CharField(_("expected"), max_length=12, choices=Outcome)
    code = models.CharField(_("rule"), max_length=200, blank=True)
    note = models.CharField(_("note"), max_length=1000, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, editable=False, related_name="wrong_verdicts"
    )
    state = models.CharField(_("state"), max_length=5, choices=State, default=State.OPEN, db_index=True)
    made_at = models.DateTimeField(_("reported on"), default=timezone.now, db_index=True)

    class Meta:
        ordering = ("-made_at", "-pk")
        verbose_name = _("wrong verdict")
        verbose_name_plural = _("wrong verdicts")

    def __str__(self) -> str:
        return gettext("{game}: {verdict}, {expected} expected").format(
            game=self.game, verdict=gettext(self.verdict["verdict"]), expected=gettext(self.expected)
        )
