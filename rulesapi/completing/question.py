"""What a completion is asked for, read once: the legion, what is weighed, which cards may be taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.formats import Cut
from rulesapi.engine.ruleset import Library, read_terms

POINTS = "points"
MOST_POINTS = 1000
"""The highest limit of a legion that is completed."""


class CannotComplete(Exception):
    """The question is well formed, but is not one that can be answered. `pointer` is the place in the legion."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


@dataclass(frozen=True, slots=True)
class Question:
    """A legion to complete. `weights` say what one of each number is worth, points used being one of them."""

    legion: Mapping[str, Any]
    weights: Mapping[str, int]
    pool: Cut | None

    @classmethod
    def read(cls, library: Library, legion: Mapping[str, Any], weights: Mapping[str, int], pool: Any) -> Question:
        """A question that is valid by its schema. Raises CannotComplete, and CannotJudge as `judge` does."""
        if not library.ruleset.weighs:
            raise CannotComplete("/game", "Nothing is known of what a legion of this game is the best by.")
        if "team" in legion:
            raise CannotComplete("/team", "Only one player's legion is completed, not a team.")
        if read_terms(library, legion).house is not None:
            at = "/house_rules" if legion.get("house_rules") else ""
            raise CannotComplete(at, "A legion under house rules is not completed: they may change any bound there is.")
        named = {fact: weight for fact, weight in weights.items() if weight}
        limit = legion.get("points", library.format(legion.get("format")).points)
        if limit is None or limit > MOST_POINTS:
            at = "/points" if "points" in legion else ""
            raise CannotComplete(at, f"Only a legion with a limit of up to {MOST_POINTS:,} points is completed.")
        return cls(legion, named or {POINTS: 1}, None if pool is None else Cut.read(pool, library.cards))
