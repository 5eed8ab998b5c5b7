"""The model of confirmations, which are separate from documents: they are in no release, and accounts can be
deleted.
"""

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from catalog.documents import canonical
from catalog.models.contributions import SOURCE_LENGTH


def value_digest(value: Any) -> str:
    """Return the SHA-256 of a value's canonical JSON, which identifies the value of a fact."""
    return sha256(canonical.compact(value).encode()).hexdigest()


class Confirmation(models.Model):
    """The confirmation by a user that a fact of a card agrees with a source.

    It applies to one value, identified by `digest`: if the fact changes, the confirmation does not apply until the fact
    is changed back. `source` and `page` are the source of the check; an empty source is the printed card. `named` is
    true if the user wants to be named; `by` is null if the account was deleted.
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
