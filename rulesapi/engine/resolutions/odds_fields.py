"""Rows of odds: the chance of each number, and of each outcome in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

from rulesapi.engine.resolutions.answers import ChanceRow, answer, told
from rulesapi.engine.values.chances import Chances, at_least, chance_document

R = TypeVar("R", bound=ChanceRow)


@answer
class NumberChance(ChanceRow):
    """The chance of a number."""

    number: int = told("Number")
    at_least: Fraction = told("The chance of this number or a higher one")


def number_rows(chances: Chances[int]) -> list[NumberChance]:
    """Return a row for each number, the lowest first."""
    return [
        NumberChance(number=one, at_least=at_least(chances, one), **chance_document(chances[one]))
        for one in sorted(chances)
    ]


def outcome_rows(row: Callable[..., R], chances: Chances[str], order: Iterable[str]) -> list[R]:
    """Return a row for each possible outcome; the class of a row has the field `outcome`, with words for each."""
    return [row(outcome=one, **chance_document(chances[one])) for one in order if chances.get(one)]
