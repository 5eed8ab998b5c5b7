"""Loops with assertions that would pass without any items."""

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def nonempty(things: Iterable[T]) -> list[T]:
    """Return the items as a list of at least one."""
    listed = list(things)
    assert listed, "there is nothing to go through"
    return listed
