"""What is stored of who keeps which games. What it means stands in `catalog.permissions`."""

from django.conf import settings
from django.db import models


class KeptGame(models.Model):
    """A game that a curator keeps. Of whom none is named, that one keeps every game."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="kept_games", editable=False)
    game = models.CharField(max_length=100)

    class Meta:
        default_permissions = ()
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="kept_game_once")]

    def __str__(self) -> str:
        return self.game
