"""What changed between two states of a document, fact by fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from catalog.documents import canonical
from catalog.documents.errors import json_pointer

ABSENT = object()
LONGEST_VALUE = 60
"""Characters of a value that stands in a line."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One fact that differs: its pointer, and the value before and after (`ABSENT` where there was or is none)."""

    pointer: str
    before: Any
    after: Any


def differences(before: Any, after: Any, pointer: str = "") -> Iterator[Difference]:
    """Yield what differs between two JSON values: objects key by key, everything else as a whole."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), pointer + json_pointer(key))
    elif type(before) is not type(after) or before != after:
        yield Difference(pointer, before, after)


def as_line(one: Difference) -> str:
    """Return a difference as a line for a terminal; long values are cut."""
    return f"{one.pointer}: {short_value(one.before)} -> {short_value(one.after)}"


def short_value(value: Any) -> str:
    """Return a JSON value as it stands in a line, cut if it is long."""
    text = "(absent)" if value is ABSENT else canonical.compact(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"
