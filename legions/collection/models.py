"""Stored collections."""

from django.conf import settings
from django.db import models

from legions.accounts.holders import one_holder
from legions.accounts.one_per_game import OnePerGameQuerySet
from legions.collection.counts import Counts
from legions.site.undo_steps import UndoSteps


class Collection(models.Model):
    """A collection of a game: the numbers of packs by the slugs of their sets, and of single cards.

    `version` counts the changes, and `what` describes the last one. `before` are the counts before it, after an undo
    also with the description of the undone change as `again`; it is None before the first change, and is accessed as
    `steps`. The holder is an account or a guest, as for lists.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="collections", db_index=False
    )
    guest_key = models.CharField(max_length=64, null=True, blank=True, editable=False)  # noqa: DJ001 - unset is no key
    game = models.CharField(max_length=100)
    cards = models.JSONField(default=dict)
    packs = models.JSONField(default=dict)
    before = models.JSONField(null=True)
    what = models.CharField(max_length=300, blank=True, default="")
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    objects = OnePerGameQuerySet["Collection"].as_manager()

    class Meta:
        constraints = [
            one_holder("collection_has_one_holder"),
            models.UniqueConstraint(fields=["owner", "game"], name="collection_of_owner"),
            models.UniqueConstraint(fields=["guest_key", "game"], name="collection_of_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {len(self.packs)} sets, {len(self.cards)} single cards"

    @property
    def counts(self) -> Counts:
        return Counts(self.cards, self.packs)

    @property
    def steps(self) -> UndoSteps:
        """The last change, which can be undone, and redone after that."""
        if self.before is None:
            return UndoSteps()
        counts = {"cards": self.before["cards"], "packs": self.before["packs"]}
        if again := self.before.get("again"):
            return UndoSteps(redo=({"what": again, **counts},))
        return UndoSteps(({"what": self.what, **counts},))

    @steps.setter
    def steps(self, steps: UndoSteps) -> None:
        last = (steps.redo or steps.undo)[-1]
        counts = {"cards": last["cards"], "packs": last["packs"]}
        self.before = {**counts, "again": last["what"]} if steps.redoes else counts
