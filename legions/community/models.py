"""What is stored of what people make of one another's legions."""

from django.conf import settings
from django.db import models


class Favourite(models.Model):
    """A legion that somebody wants to find again.

    It leads there while the legion is in the list for everybody, or under the very link (`key_hash`) that it was
    marked under: a new link is for whom its owner gives it to. It outlives the legion, to say that it is gone.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="favourites", db_index=False)
    legion = models.ForeignKey("legions.Legion", models.SET_NULL, null=True, related_name="favourites")
    key_hash = models.CharField(max_length=64)
    marked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "legion"], name="favourite_once")]
        indexes = [models.Index(fields=["user", "-id"], name="favourite_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.legion_id}"
