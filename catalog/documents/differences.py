"""Differences between two states of a document, fact by fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from catalog.documents import canonical
from catalog.documents.errors import json_pointer

ABSENT = object()
MAX_VALUE_LENGTH = 60
"""Maximum number of characters of a value in a line."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A changed fact: its pointer, and the values before and after (`ABSENT` if it is missing on that side)."""

    pointer: str
    before: Any
    after: Any


def differences(before: Any, after: Any, pointer: str = "") -> Iterator[Difference]:
    """Yield the differences between two JSON values. Objects are compared key by key, other values as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), pointer + json_pointer(key))
    elif type(before) is not type(after) or before != after:
        yield Difference(pointer, before, after)


def as_line(difference: Difference) -> str:
    """Return a difference as a line for a terminal. Long values are cut."""
    return f"{difference.pointer}: {short_value(difference.before)} -> {short_value(difference.after)}"


def short_value(value: Any) -> str:
    """Return a JSON value in compact form, cut if it is long."""
    text = "(absent)" if value is ABSENT else canonical.compact(value)
    return text if len(text) <= MAX_VALUE_LENGTH else text[: MAX_VALUE_LENGTH - 1] + "…"
