"""What is stored of the checks of single facts: who held which value against what. It stands beside the documents, so
that a check is in no release, and whoever made it can go."""

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalog.documents import canonical
from catalog.models.contributions import SOURCE_LENGTH


def value_digest(value: Any) -> str:
    """Return what a value of a fact is told apart by: the SHA-256 of its canonical JSON."""
    return sha256(canonical.compact(value).encode()).hexdigest()


class Confirmation(models.Model):
    """Somebody's word that a fact of a card is as a source has it.

    It is of one value, by the `digest` of that: a fact that changes has none, and has it again when it changes back.
    `source` and `page` say what it was held against, an empty source that it was the printed card. `named` says
    whether whoever made it wants to be named for it; without `by` it is from an account that is gone.
    """

    record = models.ForeignKey("catalog.Record", models.PROTECT, related_name="confirmations", verbose_name=_("card"))
    fact = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    named = models.BooleanField(default=False, db_default=False)
    source = models.CharField(max_length=SOURCE_LENGTH, blank=True, default="", db_default="")
    page = models.PositiveSmallIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["at", "pk"]
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["record", "fact", "digest", "by"], name="confirmation_once"),
        ]

    def __str__(self) -> str:
        return f"{self.record} {self.fact}"
