"""What a completion is asked for, read once: the legion, what is weighed, which cards may be taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.engine.bounds import AtMost, Bound
from rulesapi.engine.formats import Cut
from rulesapi.engine.ruleset import Library, Terms, holding, read_terms

POINTS = "points"
MOST_POINTS = 1000
"""The highest limit of a legion that is completed."""


class CannotComplete(Exception):
    """The question is well formed, but is not one that can be answered. `pointer` is the place in the legion."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


def bounds_of(terms: Terms) -> set[Bound | AtMost | None]:
    """What the rules that decide come to for a solver."""
    return {rule.bound for rule, level in holding(terms) if level == "error"}


def limit_of(terms: Terms) -> int | None:
    """The most points that a legion may cost; `None` where nothing limits them."""
    bounds, house = bounds_of(terms), terms.house
    limits = [terms.limit] if Bound.LIMIT in bounds else []
    limits += [house.points] if house and Bound.HOUSE_LIMIT in bounds else []
    return min((limit for limit in limits if limit is not None), default=None)


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
            raise CannotComplete("/game", "This game has no numbers that a completion could weigh.")
        if "team" in legion:
            raise CannotComplete("/team", "Only one player's list is completed, not a team.")
        terms = read_terms(library, legion)
        named = {fact: weight for fact, weight in weights.items() if weight}
        limit = limit_of(terms)
        if limit is None or limit > MOST_POINTS:
            at = "/points" if "points" in legion else "/house_rules" if legion.get("house_rules") else ""
            raise CannotComplete(at, f"Only a list with a limit of up to {MOST_POINTS:,} points is completed.")
        if bounds_of(terms).isdisjoint((Bound.SLOTS, Bound.ONCE)):
            at = "/house_rules" if legion.get("house_rules") else ""
            raise CannotComplete(at, "Where neither slots nor copies of an upgrade are limited, nothing is the best.")
        return cls(legion, named or {POINTS: 1}, None if pool is None else Cut.read(pool, library.cards))
