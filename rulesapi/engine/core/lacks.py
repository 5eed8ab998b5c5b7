"""Lacks: errors about something that a list does not have yet, which more cards or a choice would settle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from rulesapi.engine.core.legion import Legion
from rulesapi.engine.core.rule_hints import CardPredicate
from rulesapi.engine.values.messages import fill_template
from rulesapi.engine.values.model import Card, Finding, value_object

SettledBy = Literal["cards", "choice"]


class CardsByName(Protocol):
    """The part of a library that lacks look cards up in."""

    @property
    def cards(self) -> Mapping[str, Card]: ...


class ListInProgress(Protocol):
    """A judged list, asked what could still be added to it: see `unfinished`."""

    @property
    def legion(self) -> Legion: ...

    @property
    def library(self) -> CardsByName: ...

    def can_add(self, fits: CardPredicate) -> bool:
        """Return whether a suitable card can be added: the format does not bar it, and the points allow it."""
        ...

    def can_choose(self, field: str, finding: Finding) -> bool:
        """Return whether a value of a field of the list settles a finding and breaks no other rule."""
        ...


@dataclass(frozen=True, slots=True)
class Lacking:
    """A way in which findings of a rule can be about something that the list lacks.

    `can_settle` returns whether a finding is of this kind, and whether a further card or a choice would settle it for
    the present list. It returns False for a finding that requires a removal. `messages` are templates that say what to
    do, filled from the facts of the finding. `field` is the field of the list in which to choose.
    """

    by: SettledBy
    can_settle: Callable[[Finding, ListInProgress], bool]
    messages: tuple[str, ...]
    field: str | None = None


@value_object
class Lack:
    """Something that an unfinished list lacks: the number of its finding in the verdict, and what would settle it."""

    finding: int
    by: SettledBy
    field: str | None
    facts: Mapping[str, Any]
    templates: tuple[str, ...]

    def as_document(self) -> dict[str, Any]:
        """Return the lack as the verdict's document has it."""
        field = {"field": self.field} if self.field else {}
        return {
            "finding": self.finding,
            "by": self.by,
            **field,
            "message": fill_template(self.templates, self.facts),
        }


def lacking_cards(can_settle: Callable[[Finding, ListInProgress], bool], *messages: str) -> Lacking:
    """Return the `Lacking` for findings that are settled by adding cards."""
    return Lacking("cards", can_settle, messages)


def lacking_choice(field: str, can_settle: Callable[[Finding, ListInProgress], bool], *messages: str) -> Lacking:
    """Return the `Lacking` for findings that are settled by a choice in a field of the list."""
    return Lacking("choice", can_settle, messages, field)
