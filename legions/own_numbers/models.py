"""The own numbers of people, as they are stored."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from legions.accounts.holders import Holder, one_holder
from legions.saved_lists.models import Legion
from legions.site.undo_steps import UndoSteps


class OwnNumbersQuerySet(models.QuerySet["OwnNumbers"]):
    """Own numbers by whose they are."""

    def held_by(self, holder: Holder) -> Self:
        """Return the numbers of `holder`: of the account, else of the visit. Of nobody: none."""
        if holder.user is not None:
            return self.filter(owner=holder.user)
        return self.filter(guest_key=holder.guest_key) if holder.guest_key is not None else self.none()

    def of(self, holder: Holder, game: str) -> "OwnNumbers | None":
        """Return the numbers of `holder` in a game, None where nothing was ever said."""
        return self.held_by(holder).filter(game=game).first() if holder else None

    def for_legion(self, legion: Legion) -> "OwnNumbers | None":
        """Return what the holder of a legion says of its game’s cards, None where nothing was ever said."""
        return self.filter(Q(owner_id=legion.owner_id, guest_key=legion.guest_key), game=legion.game).first()

    def unchanged_of_guests(self, since: datetime) -> Self:
        """Return the numbers of guests that nobody has changed since then."""
        return self.filter(owner__isnull=True, updated_at__lt=since)


class OwnNumbers(models.Model):
    """What somebody says the cards of one game say, where the catalog does not know: by card and fact.

    Unlike the own facts of a list, which are part of that list, these stand beside all lists of their holder. `version`
    counts their states, `what` says the last change in words. `undo_steps` are the changes that can be taken back, the
    newest last, `redo_steps` those that were taken back: each has its words (`what`) and the `facts` that undo it, or
    make it again, by card and fact, with null for what was not said. Held like a legion, by an account or by a guest's
    visit.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="own_numbers", db_index=False
    )
    guest_key = models.CharField(max_length=64, null=True, blank=True, editable=False)  # noqa: DJ001 - unset is no key
    game = models.CharField(max_length=100)
    facts = models.JSONField(default=dict)
    undo_steps = models.JSONField(default=list)
    redo_steps = models.JSONField(default=list)
    what = models.CharField(max_length=300, blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    objects = OwnNumbersQuerySet.as_manager()

    class Meta:
        constraints = [
            one_holder("own_numbers_have_one_holder"),
            models.UniqueConstraint(fields=["owner", "game"], name="own_numbers_of_owner"),
            models.UniqueConstraint(fields=["guest_key", "game"], name="own_numbers_of_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {len(self.facts)} cards"

    @property
    def steps(self) -> UndoSteps:
        """The changes that can be undone and redone."""
        return UndoSteps(tuple(self.undo_steps), tuple(self.redo_steps))

    @steps.setter
    def steps(self, steps: UndoSteps) -> None:
        self.undo_steps, self.redo_steps = list(steps.undo), list(steps.redo)
