"""What changed between two states of a document, fact by fact."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .faults import point

ABSENT = object()


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
            yield from differences(before.get(key, ABSENT), after.get(key, ABSENT), pointer + point(key))
    elif type(before) is not type(after) or before != after:
        yield Difference(pointer, before, after)
