"""Rows of odds: the chance of each outcome in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rulesapi.engine.resolutions.answers import ChanceRow
from rulesapi.engine.values.chances import Chances, chance_document

R = TypeVar("R", bound=ChanceRow)


def outcome_rows(row: Callable[..., R], chances: Chances[str], order: Iterable[str]) -> list[R]:
    """Return a row for each possible outcome; the class of a row has the field `outcome`, with words for each."""
    return [row(outcome=one, **chance_document(chances[one])) for one in order if chances.get(one)]
