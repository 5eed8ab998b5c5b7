"""The model of disputes: an offered value that differs from the catalog's."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

REASON_LENGTH = 500


class DisputeOutcome(models.TextChoices):
    """The ruling on an offered value."""

    OPEN = "", _("not decided yet")
    HOLDS = "holds", _("holds")
    OUT = "out", _("ruled out")


class Dispute(models.Model):
    """A fact of a card for which a contribution has another value than the catalog, each with its own source.

    Both values are kept until a curator rules, and recorded afterwards. `against` has the catalog's `value` and
    `sources` when the dispute was opened. The contribution has the offered value, its source and its author.
    """

    contribution = models.ForeignKey("catalog.Contribution", models.PROTECT, related_name="disputes")
    fact = models.CharField(max_length=100)
    against = models.JSONField()
    kept_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kept_at = models.DateTimeField(default=timezone.now)
    outcome = models.CharField(max_length=5, choices=DisputeOutcome, blank=True, default="", db_default="")
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=REASON_LENGTH, blank=True, default="", db_default="")

    class Meta:
        ordering = ["kept_at", "pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["contribution", "fact"], name="dispute_once"),
            models.CheckConstraint(
                condition=Q(outcome="", ruled_at__isnull=True, why="")
                | (Q(outcome__in=["holds", "out"], ruled_at__isnull=False) & ~Q(why="")),
                name="dispute_ruled_says_why",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.contribution.record} {self.fact}"

    @property
    def value(self) -> object:
        return self.contribution.facts[self.fact]
