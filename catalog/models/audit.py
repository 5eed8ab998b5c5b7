"""The model of the audit log."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """An action, or a refused attempt, by a user with a role. `catalog.audit` creates entries; the database protects
    them.

    `by` is the primary key of an account without a foreign key, so that the entry is kept when the account is deleted.
    It is null for the operator at the command line and for unknown users.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    by = models.PositiveBigIntegerField(null=True, editable=False)
    what = models.CharField(_("deed"), max_length=40, editable=False)
    of = models.CharField(max_length=250, blank=True, default="", editable=False)
    before = models.JSONField(null=True, editable=False)
    after = models.JSONField(null=True, editable=False)
    request = models.CharField(_("request"), max_length=32, blank=True, default="", editable=False)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit log")
        indexes = [
            models.Index(fields=["by", "-at"], name="audit_by"),
            models.Index(fields=["-at"], name="audit_at"),
            models.Index(fields=["what", "-at"], name="audit_what"),
            # The operator class lets PostgreSQL find the labels that begin with an object; SQLite needs none.
            models.Index(fields=["of"], name="audit_of", opclasses=["varchar_pattern_ops"]),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} ({self.pk})"
