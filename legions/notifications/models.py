"""Subscriptions to mails about changed verdicts."""

from django.conf import settings
from django.db import models


class Alert(models.Model):
    """A subscription to mails about releases that change the verdict of a user's legions.

    `told` is the newest release the user was notified of, or the newest one at the time of subscribing. `origin` is the
    scheme and host for links in the mails; `language` is the user's language at that time.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="alert")
    told = models.PositiveIntegerField(default=0)
    origin = models.CharField(max_length=300)
    language = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"{self.user_id}, told of release {self.told}"
