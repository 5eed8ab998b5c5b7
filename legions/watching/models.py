"""Watched documents, and notices about the releases that changed them."""

from django.conf import settings
from django.db import models


class Watch(models.Model):
    """A card or set that a user watches.

    It refers to the record of the document, and moves to the new record when the document is renamed. `after` was the
    newest release when it was made: notices are about later ones.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watches", db_index=False)
    record = models.ForeignKey("catalog.Record", models.CASCADE, related_name="+")
    after = models.PositiveIntegerField()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "record"], name="watch_once")]
        indexes = [models.Index(fields=["user", "-id"], name="watch_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.record_id}"


class WatchNotice(models.Model):
    """A notice that a release changed documents that a user watches; one for each release.

    `changes` names the first of them: game, kind, slug, title and how each changed. `total` counts all.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="watch_notices", db_index=False)
    release = models.ForeignKey("catalog.Release", models.CASCADE, related_name="+")
    changes = models.JSONField()
    total = models.PositiveIntegerField()
    is_read = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "release"], name="watch_notice_once")]
        ordering = ["-release_id"]

    def __str__(self) -> str:
        return f"{self.user_id}: release {self.release_id}"
