"""Who wants to be told."""

from django.conf import settings
from django.db import models


class Alert(models.Model):
    """Somebody who is notified by mail when a release changes the verdict of a legion of theirs.

    `told` is the newest release that they were notified of, or that was newest when they asked. `origin` is where
    they asked, scheme and host, which links in mails lead to; `language` is the one they were shown then.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="alert")
    told = models.PositiveIntegerField(default=0)
    origin = models.CharField(max_length=300)
    language = models.CharField(max_length=20)

    def __str__(self) -> str:
        return f"{self.user_id}, told of release {self.told}"
