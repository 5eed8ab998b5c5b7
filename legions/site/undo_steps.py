"""Undo and redo of changes: each change is stored as a step with its description and the values that reverse it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.canonical import compact

MAX_STEPS = 100
"""The maximum number of changes that can be undone one after another."""
MAX_STEP_BYTES = 100_000
"""The maximum size of all steps in bytes. The newest step is kept whatever its size."""

Step = dict[str, Any]
"""A step: the description of the change (`what`), and the values that reverse it."""
Apply = Callable[[Step, str], Step]
"""A function that applies the values of a step, with a description, and returns the values that reverse it."""


@dataclass(frozen=True, slots=True)
class UndoSteps:
    """The changes to undo and the changes to redo, each with the newest last."""

    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.undo or self.redo)

    @property
    def redoes(self) -> bool:
        """True if `toggled` redoes a change."""
        return bool(self.redo)

    def changed(self, step: Step) -> "UndoSteps":
        """Return the steps after a new change. Changes undone before it cannot be redone."""
        return UndoSteps(newest_steps((*self.undo, step)))

    def undone(self, apply: Apply) -> "UndoSteps":
        """Undo the newest change and return the remaining steps."""
        *steps, last = self.undo
        reverse = apply(last, _("Taken back: %(what)s") % {"what": last["what"]})
        return UndoSteps(tuple(steps), newest_steps((*self.redo, {**reverse, "what": last["what"]})))

    def redone(self, apply: Apply) -> "UndoSteps":
        """Redo the change that was undone last and return the remaining steps."""
        *steps, last = self.redo
        reverse = apply(last, last["what"])
        return UndoSteps(newest_steps((*self.undo, {**reverse, "what": last["what"]})), tuple(steps))

    def toggled(self, apply: Apply) -> "UndoSteps":
        """Undo the newest change, or redo it if it was undone, and return the remaining steps."""
        return self.redone(apply) if self.redoes else self.undone(apply)


def newest_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the newest steps that fit the limits, at least one."""
    room, kept = MAX_STEP_BYTES, 0
    for step in reversed(steps[-MAX_STEPS:]):
        room -= len(compact([step]).encode())
        if room < 0 and kept:
            break
        kept += 1
    return steps[len(steps) - kept :]
