"""Exact chances of dice that are still to be rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
C = TypeVar("C", bound=Hashable)
Chances = Mapping[A, Fraction]
"""The chance of each outcome; together they are 1."""

D20 = 20


def of_die(outcome: Callable[[int], A], sides: int = D20) -> Chances[A]:
    """Return the chances of the outcomes of a die with faces from 1 on: `outcome` returns that of a face."""
    counts = Counter(outcome(face) for face in range(1, sides + 1))
    return {result: Fraction(count, sides) for result, count in counts.items()}


def both(first: Chances[A], second: Chances[B], together: Callable[[A, B], C]) -> Chances[C]:
    """Return the chances of two independent outcomes together."""
    found: dict[C, Fraction] = {}
    for one, chance in first.items():
        for other, chance_of_other in second.items():
            result = together(one, other)
            found[result] = found.get(result, Fraction(0)) + chance * chance_of_other
    return found


def chance_document(chance: Fraction) -> dict[str, Any]:
    """Return a chance as JSON."""
    return {"exact": f"{chance.numerator}/{chance.denominator}", "value": round(float(chance), 6)}
