"""What a completion is asked for, read once: the legion, what is weighed, which cards may be taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulesapi.card_pools import read_pool
from rulesapi.engine.core.campaign_context import BOUGHT_SLOT
from rulesapi.engine.core.evaluation import Terms, read_terms, rules_in_force
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library, Ruleset, free_price
from rulesapi.engine.core.solver_bounds import Bound, DeckSizeBound, SolverBound
from rulesapi.engine.values.model import UnmatchedSlug

POINTS = "points"
MAX_POINTS = 1000
"""The highest limit of a legion that is completed."""


class CannotComplete(Exception):
    """The question is well formed, but is not one that can be answered. `pointer` is the place in the legion."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


def solver_bounds(ruleset: Ruleset, terms: Terms) -> set[Bound | None]:
    """What the rules that decide come to for a solver."""
    return {ruleset.hints_for(rule).bound for rule, level in rules_in_force(terms) if level == "error"}


def point_limit(ruleset: Ruleset, terms: Terms) -> int | None:
    """The most points that a legion may cost; `None` where nothing limits them."""
    bounds, house = solver_bounds(ruleset, terms), terms.house_rules
    limits = [terms.limit] if SolverBound.LIMIT in bounds else []
    limits += [house.points] if house and SolverBound.HOUSE_LIMIT in bounds else []
    return min((limit for limit in limits if limit is not None), default=None)


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A legion to complete.

    `weights` say what one of each number is worth, points used being one of them. With `repair` cards may be taken
    out as well, as few as can be. `not_found` is what of the pool the library does not know, with places in the
    question.
    """

    legion: Mapping[str, Any]
    weights: Mapping[str, int]
    pool: CardSelector | None
    repair: bool = False
    not_found: tuple[UnmatchedSlug, ...] = ()

    @classmethod
    def read(
        cls, library: Library, legion: Mapping[str, Any], weights: Mapping[str, int], pool: Any, repair: bool = False
    ) -> CompletionRequest:
        """A question that is valid by its schema. Raises CannotComplete, and CannotJudge as `judge` does."""
        if not library.ruleset.optimizable_numbers:
            raise CannotComplete("/game", "Lists of this game are not completed yet.")
        if "team" in legion:
            raise CannotComplete("/team", "Only one player's list is completed, not a team.")
        terms = read_terms(library, legion)
        named = {fact: weight for fact, weight in weights.items() if weight}
        if library.ruleset.carried:
            _check_limits(library, legion, terms, repair)
        else:
            _check_sizes(library, legion, terms)
        named = named or {weighed_numbers(library.ruleset)[0]: 1}
        if pool is None:
            return cls(legion, named, None, repair)
        selected, unmatched = read_pool(library, pool)
        return cls(legion, named, selected, repair, unmatched)


def weighed_numbers(ruleset: Ruleset) -> list[str]:
    """What lists can be the best by: the points used where cards cost some, and the numbers printed on them."""
    return [*([] if ruleset.price is free_price else [POINTS]), *ruleset.optimizable_numbers]


def _check_limits(library: Library, legion: Mapping[str, Any], terms: Terms, repair: bool) -> None:
    """Raise CannotComplete for a list of cards that carry others unless its points and what they carry are bounded."""
    if repair:
        raise CannotComplete("/game", "Lists of this game are repaired by fixes alone.")
    for number, pick in enumerate(legion["picks"]):
        if BOUGHT_SLOT in pick:
            raise CannotComplete(f"/picks/{number}/{BOUGHT_SLOT}", "A list with bought slots is not completed yet.")
    limit = point_limit(library.ruleset, terms)
    if limit is None or limit > MAX_POINTS:
        at = "/points" if "points" in legion else "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, f"Only a list with a limit of up to {MAX_POINTS:,} points is completed.")
    if solver_bounds(library.ruleset, terms).isdisjoint((SolverBound.SLOTS, SolverBound.ONCE)):
        at = "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, "Where neither slots nor copies of an upgrade are limited, nothing is the best.")


def _check_sizes(library: Library, legion: Mapping[str, Any], terms: Terms) -> None:
    """Raise CannotComplete for a list of cards that carry nothing unless a solver knows all that is asked of it."""
    bounds = solver_bounds(library.ruleset, terms)
    if None in bounds or not any(isinstance(bound, DeckSizeBound) for bound in bounds):
        at = "/format" if "format" in legion else "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, "Only lists of which so many cards of a kind are asked are completed.")
