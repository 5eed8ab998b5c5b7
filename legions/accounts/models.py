"""What is stored around logging in."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from . import skeletons


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
    """What the name of an account looks like (`skeletons`): no two that look the same get an account.

    `name` is the one that the skeletons are of. They are empty where names that look alike had accounts before this
    was asked: the oldest of them has the skeletons, and the others go on.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="account_name")
    name = models.CharField(max_length=150)
    skeleton = models.CharField(max_length=skeletons.MAX_LENGTH, null=True, unique=True)  # noqa: DJ001 - unset is none
    typed_skeleton = models.CharField(max_length=skeletons.MAX_LENGTH, null=True, unique=True)  # noqa: DJ001 - as above

    def __str__(self) -> str:
        return self.name
