"""The model of the history of drafts."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class DraftAction(models.TextChoices):
    SAVED = "saved", _("saved")
    RESTORED = "restored", _("restored")
    SENT = "sent", _("put up for review")
    TAKEN_BACK = "taken-back", _("withdrawn from review")
    RETURNED = "returned", _("sent back")
    APPROVED = "approved", _("approved")
    SAMPLED = "sampled", _("approved by sample")
    DISCARDED = "discarded", _("discarded")
    PUBLISHED = "published", _("published")


class DraftState(models.Model):
    """An action on the draft of a record: the document after it, the user, the time and the reason. Rows never change.

    `number` counts the states of a record. `text` is the document as canonical JSON. The states are the whole history
    of a record's drafts: restoring one adds another, and discarded drafts are kept here.
    """

    record = models.ForeignKey("catalog.Record", models.PROTECT, related_name="states", editable=False, db_index=False)
    number = models.PositiveIntegerField(editable=False)
    deed = models.CharField(max_length=10, choices=DraftAction, editable=False)
    text = models.TextField(editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    why = models.CharField(max_length=300, blank=True, editable=False)
    source = models.CharField(max_length=300, blank=True, editable=False)
    unsourced_reason = models.CharField(max_length=300, blank=True, default="", db_default="", editable=False)

    class Meta:
        ordering = ["record", "number"]
        constraints = [models.UniqueConstraint(fields=["record", "number"], name="draft_state_number")]

    def __str__(self) -> str:
        return f"{self.record} {self.number}: {self.get_deed_display()}"
