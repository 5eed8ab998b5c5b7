"""The validated request for a completion: the legion, the weights and the pool of cards."""

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
"""The maximum point limit of a legion to complete."""


class CannotComplete(Exception):
    """The request is well formed but cannot be answered. `pointer` is the place in the legion."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


def solver_bounds(ruleset: Ruleset, terms: Terms) -> set[Bound | None]:
    """Return the solver bounds of the rules in force as errors; None is included if such a rule has no bound."""
    return {ruleset.hints_for(rule).bound for rule, level in rules_in_force(terms) if level == "error"}


def point_limit(ruleset: Ruleset, terms: Terms) -> int | None:
    """Return the maximum points of a legion; None if nothing limits them."""
    bounds, house = solver_bounds(ruleset, terms), terms.house_rules
    limits = [terms.limit] if SolverBound.LIMIT in bounds else []
    limits += [house.points] if house and SolverBound.HOUSE_LIMIT in bounds else []
    return min((limit for limit in limits if limit is not None), default=None)


@dataclass(frozen=True, slots=True)
class CompletionRequest:
    """A request to complete a legion.

    `weights` are the weights of numbers, including the points used. With `repair`, cards may also be removed, as few as
    possible. `not_found` are entries of the pool that the library lacks, with their places in the request.
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
        """Return the request for input that is valid by its schema. Raises CannotComplete, and CannotJudge as `judge`
        does.
        """
        if not is_completable(library.ruleset):
            raise CannotComplete("/game", "Lists of this game are not completed yet.")
        if "team" in legion:
            raise CannotComplete("/team", "Only one player's list is completed, not a team.")
        terms = read_terms(library, legion)
        named = {fact: weight for fact, weight in weights.items() if weight}
        if is_priced(library.ruleset):
            _check_limits(library, legion, terms, repair)
        else:
            _check_sizes(library, legion, terms)
        named = named or {weighed_numbers(library.ruleset)[0]: 1}
        if pool is None:
            return cls(legion, named, None, repair)
        selected, unmatched = read_pool(library, pool)
        return cls(legion, named, selected, repair, unmatched)


def weighed_numbers(ruleset: Ruleset) -> list[str]:
    """Return the numbers by which lists can be optimized: the points used, if cards have costs, and printed numbers."""
    return [*([POINTS] if is_priced(ruleset) else []), *ruleset.optimizable_numbers]


def is_priced(ruleset: Ruleset) -> bool:
    """Return whether the cards of a game cost points."""
    return ruleset.price is not free_price


def is_completable(ruleset: Ruleset) -> bool:
    """Return whether lists of a game are completed: it has numbers to weigh, or a limit that the solver knows."""
    limits = any(hints.bound is SolverBound.LIMIT for hints in ruleset.hints.values())
    return bool(ruleset.optimizable_numbers) or (is_priced(ruleset) and limits)


def _check_limits(library: Library, legion: Mapping[str, Any], terms: Terms, repair: bool) -> None:
    """Raise CannotComplete for a list with points unless these and its upgrades are bounded."""
    if repair:
        raise CannotComplete("/game", "Lists of this game are repaired by fixes alone.")
    for number, pick in enumerate(legion["picks"]):
        if BOUGHT_SLOT in pick:
            raise CannotComplete(f"/picks/{number}/{BOUGHT_SLOT}", "A list with bought slots is not completed yet.")
    limit = point_limit(library.ruleset, terms)
    if limit is None or limit > MAX_POINTS:
        at = "/points" if "points" in legion else "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, f"Only a list with a limit of up to {MAX_POINTS:,} points is completed.")
    unbounded = solver_bounds(library.ruleset, terms).isdisjoint((SolverBound.SLOTS, SolverBound.ONCE))
    if library.ruleset.carried and unbounded:
        at = "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, "Where neither slots nor copies of an upgrade are limited, nothing is the best.")


def _check_sizes(library: Library, legion: Mapping[str, Any], terms: Terms) -> None:
    """Raise CannotComplete for a list without points unless the solver supports all of its rules."""
    bounds = solver_bounds(library.ruleset, terms)
    if None in bounds or not any(isinstance(bound, DeckSizeBound) for bound in bounds):
        at = "/format" if "format" in legion else "/house_rules" if legion.get("house_rules") else ""
        raise CannotComplete(at, "Only lists of which so many cards of a kind are asked are completed.")
