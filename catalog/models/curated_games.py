"""The model of the games that curators are responsible for. `catalog.permissions` defines its meaning."""

from django.conf import settings
from django.db import models


class CuratedGame(models.Model):
    """A game that a curator is responsible for. A curator without such games is responsible for every game."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="curated_games", editable=False)
    game = models.CharField(max_length=100)

    class Meta:
        db_table = "catalog_keptgame"
        default_permissions = ()
        ordering = ["game"]
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="kept_game_once")]

    def __str__(self) -> str:
        return self.game
