"""What is stored for programs that act for people: their tokens."""

import uuid
from datetime import datetime
from typing import Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken, AuthTokenManager

NAME_LENGTH = 60


class Scope(models.TextChoices):
    """What a token opens. Who may change may read as well."""

    READ = "read", _("Read your lists")
    LEGIONS = "legions", _("Read and change your lists")


class TokenQuerySet(models.QuerySet["Token"]):
    """Tokens by whether they still open anything."""

    def standing(self) -> Self:
        """Return those that are not expired."""
        return self.filter(expiry__gt=timezone.now())


class Token(AbstractAuthToken):
    """A personal token: what a program shows to act for somebody, until it expires or its owner ends it.

    Only a digest of it is stored, with its first characters (`token_key`), by which its owner tells it from others.
    """

    number = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    scope = models.CharField(max_length=10, choices=Scope.choices)
    last_used_at = models.DateTimeField(null=True, editable=False)

    objects = AuthTokenManager.from_queryset(TokenQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "name"], name="token_name_once"),
            models.CheckConstraint(condition=models.Q(expiry__isnull=False), name="token_expires"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def expired(self) -> bool:
        """Whether it has stopped opening anything by itself."""
        end: datetime = self.expiry
        return end <= timezone.now()

    def may(self, scope: Scope) -> bool:
        """Return whether it opens what `scope` is needed for."""
        return self.scope == scope or (scope == Scope.READ and self.scope == Scope.LEGIONS)
