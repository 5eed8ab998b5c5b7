"""Stored own numbers."""

from django.conf import settings
from django.db import models

from legions.accounts.holders import one_holder
from legions.accounts.one_per_game import OnePerGameQuerySet
from legions.site.undo_steps import UndoSteps


class OwnNumbers(models.Model):
    """A holder's facts for the cards of a game that the catalog lacks, by card and fact.

    Unlike the own facts of a list, they apply to all lists of their holder. `version` counts the changes, `what`
    describes the last one. `undo_steps` are the changes that can be undone, the newest last, `redo_steps` those that
    were undone: each has its description (`what`) and the `facts` that undo or redo it, by card and fact, with null for
    missing ones. The holder is an account or a guest, as for lists.
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

    objects = OnePerGameQuerySet["OwnNumbers"].as_manager()

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
