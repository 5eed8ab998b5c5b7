"""What is stored of facts about which sources disagree: the value that an offer gives, beside what the catalog says."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

WHY_LENGTH = 500


class DisputeOutcome(models.TextChoices):
    """What somebody has ruled about an offered value."""

    OPEN = "", _("not decided yet")
    HOLDS = "holds", _("holds")
    OUT = "out", _("ruled out")


class Dispute(models.Model):
    """A fact of a card for which an offer has another value than the catalog, each from its own source.

    Both stand side by side until a curator rules, and stay on record afterwards. `against` is what the catalog said
    when they were put beside one another: `value` and `sources`. The value beside it, its source and who brought it are
    those of the offer.
    """

    contribution = models.ForeignKey("catalog.Contribution", models.PROTECT, related_name="disputes")
    fact = models.CharField(max_length=100)
    against = models.JSONField()
    kept_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    kept_at = models.DateTimeField(default=timezone.now)
    outcome = models.CharField(max_length=5, choices=DisputeOutcome, blank=True, default="", db_default="")
    ruled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    ruled_at = models.DateTimeField(null=True)
    why = models.CharField(max_length=WHY_LENGTH, blank=True, default="", db_default="")

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
        """The value that was offered."""
        return self.contribution.facts[self.fact]
