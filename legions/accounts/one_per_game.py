"""Querysets of models of which a holder has one row for each game, such as collections."""

from datetime import datetime
from typing import Protocol, Self, TypeVar

from django.db import models

from legions.accounts.holders import Holder

_Row = TypeVar("_Row", bound=models.Model)


class HeldList(Protocol):
    """A list with its holder: the account or the guest key."""

    owner_id: int | None
    guest_key: str | None
    game: str


class OnePerGameQuerySet(models.QuerySet[_Row]):
    """Rows by holder. The models have `owner`, `guest_key`, `game` and `updated_at`."""

    def held_by(self, holder: Holder) -> Self:
        """Return the rows of `holder`, an account or a guest; none without a holder."""
        if holder.user is not None:
            return self.filter(owner=holder.user)
        return self.filter(guest_key=holder.guest_key) if holder.guest_key is not None else self.none()

    def of(self, holder: Holder, game: str) -> _Row | None:
        """Return the row of `holder` for a game, or None if nothing was ever entered."""
        return self.held_by(holder).filter(game=game).first()

    def for_legion(self, legion: HeldList) -> _Row | None:
        """Return the row of a list's holder for its game, or None if nothing was ever entered."""
        return self.filter(owner_id=legion.owner_id, guest_key=legion.guest_key, game=legion.game).first()

    def unchanged_of_guests(self, since: datetime) -> Self:
        """Return the rows of guests that are unchanged since then."""
        return self.filter(owner__isnull=True, updated_at__lt=since)
