"""Mails that wait to be sent, and mails that could not be sent."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

RECIPIENT_LENGTH = 500
SUBJECT_LENGTH = 300
ERROR_LENGTH = 300


class OutgoingMailQuerySet(models.QuerySet["OutgoingMail"]):
    """Mails by state."""

    def waiting(self) -> Self:
        """Return the mails that will be tried again."""
        return self.filter(state=OutgoingMail.State.WAITING)

    def failed(self) -> Self:
        """Return the mails that will not be tried again."""
        return self.filter(state=OutgoingMail.State.FAILED)


class OutgoingMail(models.Model):
    """An unsent mail. Its row is deleted once the mail server has accepted it.

    `content` is the whole message, encrypted with the site's secret key, because its text may contain a link to set a
    password. `next_at` is the time of the next try.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        FAILED = "failed", _("Failed")

    recipient = models.CharField(max_length=RECIPIENT_LENGTH, verbose_name=_("to"))
    subject = models.CharField(max_length=SUBJECT_LENGTH, verbose_name=_("subject"))
    content = models.TextField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, verbose_name=_("state"))
    tries = models.PositiveSmallIntegerField(default=0, verbose_name=_("tries"))
    next_at = models.DateTimeField(verbose_name=_("next try"))
    error = models.CharField(max_length=ERROR_LENGTH, default="", verbose_name=_("last error"))
    created_at = models.DateTimeField(auto_now_add=True, verbose_name=_("since"))

    objects = OutgoingMailQuerySet.as_manager()

    class Meta:
        verbose_name = _("unsent mail")
        verbose_name_plural = _("unsent mails")
        constraints = [
            models.CheckConstraint(condition=Q(state__in=["waiting", "failed"]), name="outgoing_mail_state_known"),
        ]
        indexes = [models.Index(fields=["state", "next_at"], name="outgoing_mail_due")]

    def __str__(self) -> str:
        return self.subject
