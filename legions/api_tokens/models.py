"""Models for API clients: tokens and idempotency records."""

import uuid
from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken, AuthTokenManager

NAME_LENGTH = 60


class Scope(models.TextChoices):
    """The scopes of a token. Permission to change includes permission to read."""

    READ = "read", _("Read your lists")
    LEGIONS = "legions", _("Read and change your lists")
    HOOKS = "hooks", _("Manage your webhooks")
    OFFER = "offer", _("Suggest card details, and see what became of them")
    CURATE = "curate", _("Curate the games you look after")


class TokenQuerySet(models.QuerySet["Token"]):
    """Tokens by validity."""

    def unexpired(self) -> Self:
        """Return the tokens that have not expired."""
        return self.filter(expiry__gt=timezone.now())


class Token(AbstractAuthToken):
    """A personal token, with which a program acts for its owner until it expires or is revoked.

    Only a digest is stored, and the first characters (the field token_key), by which the owner recognizes it.
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
        """True if the token has expired."""
        end: datetime = self.expiry
        return end <= timezone.now()

    def may(self, scope: Scope) -> bool:
        """Return whether the token's scope covers `scope`."""
        return self.scope == scope or (scope == Scope.READ and self.scope == Scope.LEGIONS)


class IdempotencyRecordQuerySet(models.QuerySet["IdempotencyRecord"]):
    """Idempotency records by expiry."""

    def expired(self) -> Self:
        """Return the expired records."""
        return self.filter(until__lte=timezone.now())


class IdempotencyRecord(models.Model):
    """A request with an idempotency key and its response, which is sent again if the request is repeated.

    `asked` is a digest of the request body, `legion` the id of the created legion, `body` the response body and `mark`
    its ETag. The record expires at `until`.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64)
    asked = models.CharField(max_length=64)
    legion = models.UUIDField(null=True)
    body = models.TextField(default="")
    mark = models.CharField(max_length=40, default="")
    until = models.DateTimeField(db_index=True)

    objects = IdempotencyRecordQuerySet.as_manager()

    class Meta:
        db_table = "legions_madeonce"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="made_once_key")]

    def __str__(self) -> str:
        return self.key
