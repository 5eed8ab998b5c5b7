"""A table at play as a fold of events: each allowed answer sets what its steps say, and can be undone.

A table is any JSON document. An event says where on it the parts of a situation are, by pointers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesapi.engine.resolutions.declared import Question
from rulesapi.engine.resolutions.inputs import OnePart, Part, SeveralParts
from rulesapi.engine.values.model import Document

Changes = tuple[tuple[str, Any], ...]
"""Pointers into a table with their new values; None for no value."""


@dataclass(frozen=True, slots=True)
class Event:
    """A question about a table: the pointers of its parts with their places on the table, and what else is entered."""

    question: Question
    parts: Mapping[str, str]
    entered: Document = field(default_factory=dict)

    def situation(self, table: Document) -> Document:
        """Return the situation: of each part what the question asks for, as far as the table has it."""
        situation: Any = self.entered
        for pointer, place in self.parts.items():
            value, part = value_at(table, place), self.question.part_at(pointer)
            if part is not None and value is not None:
                value = _inputs_of(part, value)
            situation = changed(situation, ((pointer, value),))
        return dict(situation)

    def changes(self, resolution: Document) -> Changes:
        """Return what an answer changes on the table; nothing if it is not allowed."""
        steps = resolution["steps"] if resolution["outcome"] == "allowed" else ()
        pairs = [(self._place(one["at"]), one["value"]) for step in steps for one in step.get("sets", ())]
        return tuple((place, value) for place, value in pairs if place)

    def _place(self, pointer: str) -> str:
        """Return the place on the table of a part of the situation; empty for what is only entered."""
        of = [part for part in self.parts if pointer == part or pointer.startswith(f"{part}/")]
        longest = max(of, key=len, default=None)
        return "" if longest is None else self.parts[longest] + pointer.removeprefix(longest)


def _inputs_of(part: type[Part], value: Any) -> Any:
    """Return of a part on the table, or of each part of a list, what its class and the parts in it have inputs for."""
    if isinstance(value, list):
        return [_inputs_of(part, one) for one in value]
    kinds = {"card": None, "name": None} | {name: one.kind for name, one in part.inputs.items()}
    return {
        name: _inputs_of(kind.part, value[name]) if isinstance(kind, OnePart | SeveralParts) else value[name]
        for name, kind in kinds.items()
        if name in value
    }


def played(table: Document, changes: Changes) -> tuple[Document, Changes]:
    """Return the table after changes, and the changes that undo them."""
    undoing: list[tuple[str, Any]] = []
    for place, value in changes:
        undoing.insert(0, (place, value_at(table, place)))
        table = changed(table, ((place, value),))
    return table, tuple(undoing)


def value_at(document: Any, pointer: str) -> Any:
    """Return the value at a pointer; None if there is none."""
    for step in pointer.split("/")[1:]:
        if isinstance(document, list):
            document = document[int(step)] if int(step) < len(document) else None
        else:
            document = (document or {}).get(step)
    return document


def changed(document: Any, changes: Iterable[tuple[str, Any]]) -> Any:
    """Return a copy of a document with changes; what is not there yet is added, an entry at the end of its list."""
    for pointer, value in changes:
        document = _with(document, pointer.split("/")[1:], value)
    return document


def _with(document: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return value
    first, *rest = steps
    if first.isdecimal():
        entries = dict(enumerate(document or ()))
        entries[int(first)] = _with(entries.get(int(first)), rest, value)
        return [entries[place] for place in sorted(entries)]
    within = dict(document or {})
    within[first] = _with(within.get(first), rest, value)
    if within[first] is None:
        del within[first]
    return within
