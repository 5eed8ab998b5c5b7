"""Three-valued truth: a fact that is not known makes what hangs on it unknown, and only that.

Rules, conditions and the card query all put their values together here; the database has its own `NULL`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Truth = bool | None
"""Yes, no, or `None` while that is not known."""


def all3(values: Iterable[Truth]) -> Truth:
    """Whether all of these hold: one that surely does not decides, whatever else is not known."""
    known: Truth = True
    for value in values:
        if value is False:
            return False
        if value is None:
            known = None
    return known


def any3(values: Iterable[Truth]) -> Truth:
    """Whether one of these holds: one that surely does decides, whatever else is not known."""
    known: Truth = False
    for value in values:
        if value:
            return True
        if value is None:
            known = None
    return known


def not3(value: Truth) -> Truth:
    """The opposite; of what is not known nothing is."""
    return None if value is None else not value


def all3_with_needs(values: Iterable[tuple[str, Truth]]) -> tuple[Truth, tuple[str, ...]]:
    """Whether all of these hold, each given with its fact, and the facts that would tell while that is not known."""
    unknown: list[str] = []
    for fact, value in values:
        if value is False:
            return False, ()
        if value is None:
            unknown.append(fact)
    return (None if unknown else True), tuple(unknown)


def needs(facts: Mapping[str, object]) -> list[str]:
    """The pointers of those facts that are not known, in their order: what has to be found out to decide by them."""
    return [pointer for pointer, value in facts.items() if value is None]
