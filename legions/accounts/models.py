"""Models for logging in and for profiles."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from legions.accounts import name_skeletons


class SpentCodeQuerySet(models.QuerySet["SpentCode"]):
    """Spent codes by expiry."""

    def expired(self) -> Self:
        """Return the codes that have expired even on a slow clock."""
        return self.filter(until__lte=timezone.now())


class SpentCode(models.Model):
    """A second-factor code that was used. It is stored until it expires, so that no process accepts it again.

    Only a digest of account and code is stored.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    until = models.DateTimeField(db_index=True)

    objects = SpentCodeQuerySet.as_manager()

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d %H:%M}"


class AccountName(models.Model):
    """The skeletons of a username (`name_skeletons`): two accounts cannot have names that look alike.

    `name` is the username the skeletons were computed from. The skeletons are null for accounts that had similar names
    before this check was introduced: the oldest of them has the skeletons, and the others keep their names.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account_name")
    name = models.CharField(max_length=150)
    skeleton = models.CharField(max_length=name_skeletons.MAX_SKELETON_LENGTH, null=True, unique=True)  # noqa: DJ001 - unset is none
    typed_skeleton = models.CharField(max_length=name_skeletons.MAX_SKELETON_LENGTH, null=True, unique=True)  # noqa: DJ001 - unset is none

    def __str__(self) -> str:
        return self.name


class Profile(models.Model):
    """A person's display name and public page.

    `skeleton` is the skeleton of the display name, which protects it from imitation. `handle` is the address of the
    public page, visible while it is `shown`. If a moderator has `barred` the profile, others see neither the page nor
    the name.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    name = models.CharField(max_length=60, help_text=_("Shown beside the legions this person shares."))
    skeleton = models.CharField(
        max_length=name_skeletons.MAX_SKELETON_LENGTH, default="", db_default="", db_index=True, editable=False
    )
    handle = models.CharField(max_length=30, null=True, unique=True, editable=False)  # noqa: DJ001 - unset is no address
    shown = models.BooleanField(default=False, db_default=False, editable=False)
    barred = models.BooleanField(default=False, db_default=False, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(shown=False) | Q(handle__isnull=False), name="profile_shown_has_an_address"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def address(self) -> str:
        """The path of the public page, empty if it is not visible to others."""
        return f"/people/{self.handle}/" if self.shown and not self.barred else ""


class DeletedAccount(models.Model):
    """The remains of a deleted account: its primary key and the time of deletion, without anything about the person."""

    number = models.PositiveBigIntegerField(primary_key=True)
    deleted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.number}, deleted {self.deleted_at:%Y-%m-%d}"
