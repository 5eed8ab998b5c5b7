"""What is stored of what people with a role did."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """Something that somebody with a role did, or was refused. `catalog.audit` writes them, the database keeps them.

    `by` is the number of an account and no reference to it: the entry stays when the account goes. Empty is the
    operator at the command line, or nobody known.
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
        indexes = [models.Index(fields=["by", "-at"], name="audit_by")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} ({self.pk})"
