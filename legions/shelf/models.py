"""Stored cards of shelves."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils import timezone


class ShelfCardQuerySet(models.QuerySet["ShelfCard"]):
    """Cards of shelves."""

    def of(self, user: Any, game: str) -> Self:
        """Return the cards of a user's shelf of a game in their order, without the bytes of photos and removed ones."""
        return self.filter(owner=user, game=game, removed_at=None).order_by("place", "pk").defer("photo")


class ShelfCard(models.Model):
    """A card on a player's shelf of a game, with the photo that proves its facts.

    The facts are the owner's own numbers. `place` orders the cards. With `enough` the owner has said that more is not
    to be read on the card, with `rows_complete` that every row of the fact in grids is entered. A removed card
    is kept until the next one is removed, so that this can be undone. `photo` is a re-encoded JPEG of `photo_size`
    bytes; it moves to the contribution when the card is offered.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="shelf_cards", db_index=False)
    game = models.CharField(max_length=100)
    slug = models.CharField(max_length=100)
    place = models.PositiveIntegerField()
    enough = models.BooleanField(default=False, db_default=False)
    rows_complete = models.BooleanField(default=False, db_default=False)
    photo = models.BinaryField(null=True)
    photo_size = models.PositiveIntegerField(default=0, db_default=0)
    photo_at = models.DateTimeField(null=True)
    added_at = models.DateTimeField(default=timezone.now)
    removed_at = models.DateTimeField(null=True)

    objects = ShelfCardQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "game", "slug"], name="shelf_card_once")]

    def __str__(self) -> str:
        return f"{self.game}/{self.slug}"

    @property
    def photo_version(self) -> int:
        """A number that differs for each photo of the card; 0 without a photo."""
        return int(self.photo_at.timestamp() * 1000) if self.photo_size and self.photo_at else 0
