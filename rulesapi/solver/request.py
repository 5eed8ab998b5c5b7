"""What a completion is asked for, read once: the legion, what is weighed, which cards may be taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalog.documents.suggestions import close_matches
from rulesapi.engine.core.collection import MAX_SUGGESTIONS
from rulesapi.engine.core.evaluation import Terms, read_terms, rules_in_force
from rulesapi.engine.core.formats import CardSelector
from rulesapi.engine.core.library import Library, Ruleset
from rulesapi.engine.core.solver_bounds import AtMostBound, SolverBound
from rulesapi.engine.core.verdict import UnmatchedSlug

POINTS = "points"
MAX_POINTS = 1000
"""The highest limit of a legion that is completed."""


class CannotComplete(Exception):
    """The question is well formed, but is not one that can be answered. `pointer` is the place in the legion."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer


def solver_bounds(ruleset: Ruleset, terms: Terms) -> set[SolverBound | AtMostBound | None]:
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
    """A legion to complete. `weights` say what one of each number is worth, points used being one of them.

    `not_found` is what of the pool the library does not know, with places in the question.
    """

    legion: Mapping[str, Any]
    weights: Mapping[str, int]
    pool: CardSelector | None
    not_found: tuple[UnmatchedSlug, ...] = ()

    @classmethod
    def read(
        cls, library: Library, legion: Mapping[str, Any], weights: Mapping[str, int], pool: Any
    ) -> CompletionRequest:
        """A question that is valid by its schema. Raises CannotComplete, and CannotJudge as `judge` does."""
        if not library.ruleset.optimizable_numbers:
            raise CannotComplete("/game", "Lists of this game are not completed yet.")
        if "team" in legion:
            raise CannotComplete("/team", "Only one player's list is completed, not a team.")
        terms = read_terms(library, legion)
        named = {fact: weight for fact, weight in weights.items() if weight}
        limit = point_limit(library.ruleset, terms)
        if limit is None or limit > MAX_POINTS:
            at = "/points" if "points" in legion else "/house_rules" if legion.get("house_rules") else ""
            raise CannotComplete(at, f"Only a list with a limit of up to {MAX_POINTS:,} points is completed.")
        if solver_bounds(library.ruleset, terms).isdisjoint((SolverBound.SLOTS, SolverBound.ONCE)):
            at = "/house_rules" if legion.get("house_rules") else ""
            raise CannotComplete(at, "Where neither slots nor copies of an upgrade are limited, nothing is the best.")
        named = named or {POINTS: 1}
        if pool is None:
            return cls(legion, named, None)
        return cls(legion, named, CardSelector.read(pool, library.cards), tuple(_unmatched_pool(library, pool)))


def _unmatched_pool(library: Library, pool: Sequence[Mapping[str, Any]]) -> Iterator[UnmatchedSlug]:
    """The words of a pool that no card of the library answers to."""
    known = {
        "card": library.cards.keys(),
        "set": {*library.sets, *(card.set for card in library.all_cards if card.set is not None)},
        "keyword": {word for card in library.all_cards for word in card.keywords or ()},
    }
    places = (
        (f"/pool/{number}/{word}/{place}", slug, known[word])
        for number, row in enumerate(pool)
        for word, named in row.items()
        for place, slug in enumerate(named)
        if slug not in known[word]
    )
    for number, (at, slug, words) in enumerate(places):
        yield UnmatchedSlug(at, slug, close_matches(slug, words) if number < MAX_SUGGESTIONS else ())
