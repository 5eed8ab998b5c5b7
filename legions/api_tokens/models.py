"""What is stored for programs that act for people: their tokens, and what they have made once."""

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
    """What a token opens. Who may change may read as well."""

    READ = "read", _("Read your lists")
    LEGIONS = "legions", _("Read and change your lists")
    HOOKS = "hooks", _("Manage your webhooks")
    OFFER = "offer", _("Suggest card details, and see what became of them")
    CURATE = "curate", _("Curate the games you look after")


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


class IdempotencyRecordQuerySet(models.QuerySet["IdempotencyRecord"]):
    """Keys by whether they still stand for something."""

    def ended(self) -> Self:
        """Return those that were kept for as long as they are."""
        return self.filter(until__lte=timezone.now())


class IdempotencyRecord(models.Model):
    """What a program asked for with an idempotency key, and was answered: asked for again, it is answered the same.

    `asked` is a digest of the body, `legion` the id of what was made, `body` and `mark` what was answered. It is kept
    `until` then.
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
