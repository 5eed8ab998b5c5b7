"""What is stored around logging in."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from legions.accounts import name_skeletons


class SpentCodeQuerySet(models.QuerySet["SpentCode"]):
    """Spent codes by whether they could fit again."""

    def ended(self) -> Self:
        """Return those that no clock makes fit any more."""
        return self.filter(until__lte=timezone.now())


class SpentCode(models.Model):
    """A code of a second step that was taken, for as long as it would fit: it is not taken again, by any process.

    Only a digest of account and code is stored.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    until = models.DateTimeField(db_index=True)

    objects = SpentCodeQuerySet.as_manager()

    def __str__(self) -> str:
        return f"until {self.until:%Y-%m-%d %H:%M}"


class AccountName(models.Model):
    """What the name of an account looks like (`name_skeletons`): no two that look the same get an account.

    `name` is the one that the skeletons are of. They are empty where names that look alike had accounts before this
    was asked: the oldest of them has the skeletons, and the others go on.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account_name")
    name = models.CharField(max_length=150)
    skeleton = models.CharField(max_length=name_skeletons.MAX_LENGTH, null=True, unique=True)  # noqa: DJ001 - unset is none
    typed_skeleton = models.CharField(max_length=name_skeletons.MAX_LENGTH, null=True, unique=True)  # noqa: DJ001 - as above

    def __str__(self) -> str:
        return self.name


class Profile(models.Model):
    """What Muster knows of a person beside the account itself.

    `skeleton` is what their name looks like, so that nobody else writes it in other letters that look the same.
    With a `handle` there is a page about them at that address, for everybody while it is `shown`. Of who is `barred`
    by a moderator others see neither page nor name.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile")
    name = models.CharField(max_length=60, help_text=_("Shown beside the legions this person shares."))
    skeleton = models.CharField(
        max_length=name_skeletons.MAX_LENGTH, default="", db_default="", db_index=True, editable=False
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
        """The page about this person, empty where others see none."""
        return f"/people/{self.handle}/" if self.shown and not self.barred else ""


class DeletedAccount(models.Model):
    """What is left of an account that was deleted: its number, and when it went. Nothing says whose it was."""

    number = models.PositiveBigIntegerField(primary_key=True)
    deleted_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.number}, deleted {self.deleted_at:%Y-%m-%d}"
