"""Three-valued truth: an unknown fact makes only the results that depend on it unknown.

Rules, conditions and the card query all combine their values here; the database has its own NULL.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Truth = bool | None
"""True, False, or `None` for unknown."""


def all3(values: Iterable[Truth]) -> Truth:
    """Return whether all values are true: a single False decides, even if others are unknown."""
    known: Truth = True
    for value in values:
        if value is False:
            return False
        if value is None:
            known = None
    return known


def any3(values: Iterable[Truth]) -> Truth:
    """Return whether any value is true: a single True decides, even if others are unknown."""
    known: Truth = False
    for value in values:
        if value:
            return True
        if value is None:
            known = None
    return known


def not3(value: Truth) -> Truth:
    """Return the opposite; unknown stays unknown."""
    return None if value is None else not value


def all3_with_needs(values: Iterable[tuple[str, Truth]]) -> tuple[Truth, tuple[str, ...]]:
    """Return whether all of these hold, and the facts that would decide if that is unknown.

    `values` pairs each fact with whether it holds.
    """
    unknown: list[str] = []
    for fact, value in values:
        if value is False:
            return False, ()
        if value is None:
            unknown.append(fact)
    return (None if unknown else True), tuple(unknown)


def needs(facts: Mapping[str, object]) -> list[str]:
    """Return the pointers of the unknown facts, in their order."""
    return [pointer for pointer, value in facts.items() if value is None]
