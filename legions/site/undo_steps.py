"""Undo and redo of changes: each change is kept as a step with its words and the values that reverse it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.canonical import compact

MAX_STEPS = 100
"""The maximum number of changes that can be undone one after another."""
MAX_STEP_BYTES = 100_000
"""The maximum size of all of them in bytes; the newest can be undone whatever its size."""

Step = dict[str, Any]
"""A step: the words of the change (`what`), and the values that reverse it."""
Apply = Callable[[Step, str], Step]
"""Puts the values of a step in place, with the words for that, and returns the values that reverse it."""


@dataclass(frozen=True, slots=True)
class UndoSteps:
    """The changes that can be undone and those that can be redone, the newest last."""

    undo: tuple[Step, ...] = ()
    redo: tuple[Step, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.undo or self.redo)

    @property
    def redoes(self) -> bool:
        """Whether `toggled` makes a change again."""
        return bool(self.redo)

    def changed(self, step: Step) -> "UndoSteps":
        """Return the steps after a new change: what was undone before cannot be redone."""
        return UndoSteps(newest_steps((*self.undo, step)))

    def undone(self, apply: Apply) -> "UndoSteps":
        """Undo the newest change and return the steps after that."""
        *steps, last = self.undo
        reverse = apply(last, _("Taken back: %(what)s") % {"what": last["what"]})
        return UndoSteps(tuple(steps), newest_steps((*self.redo, {**reverse, "what": last["what"]})))

    def redone(self, apply: Apply) -> "UndoSteps":
        """Make the change that was undone last again and return the steps after that."""
        *steps, last = self.redo
        reverse = apply(last, last["what"])
        return UndoSteps(newest_steps((*self.undo, {**reverse, "what": last["what"]})), tuple(steps))

    def toggled(self, apply: Apply) -> "UndoSteps":
        """Undo the newest change, or redo it if it was undone, and return the steps after that."""
        return self.redone(apply) if self.redoes else self.undone(apply)


def newest_steps(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the newest steps that there is room for, at least one."""
    room, kept = MAX_STEP_BYTES, 0
    for step in reversed(steps[-MAX_STEPS:]):
        room -= len(compact([step]).encode())
        if room < 0 and kept:
            break
        kept += 1
    return steps[len(steps) - kept :]
