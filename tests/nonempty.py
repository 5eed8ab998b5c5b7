"""Loops that assert something of each thing, and would pass if there were none."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def nonempty(things: Iterable[T]) -> list[T]:
    """Return the things as a list, of which there is at least one."""
    listed = list(things)
    assert listed, "there is nothing to go through"
    return listed
