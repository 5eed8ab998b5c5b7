"""Bounds of rules for a solver: limits on how many of which cards may be used together.

A solver looks for the best legion among very many, and cannot run the rules on each. A rule may therefore name one of a
few well-known bounds. The solver's results are judged all the same: a bound saves time, it never decides. A rule
without one is only checked on the solver's results; keeping it must never need an additional card.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.legion import Pick
from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card


class SolverBound(Enum):
    """The kinds of rules that a solver can use as bounds.

    All but the last three are monotonic: adding a card never repairs a breach.
    """

    APART = "apart"
    """A rule whose results for a card in its place, or for a creature, do not depend on the rest of the legion."""

    LIMIT = "limit"
    """The price of the legion is within its limit."""

    UNIQUE = "unique"
    """Cards of one identity that are unique, or may be, are in the legion at most once."""

    ONCE = "once"
    """A creature carries upgrades of one identity at most once."""

    EXCLUDES = "excludes"
    """A card's `excludes` are keywords that no other upgrade of its bearer has."""

    LIMITS = "limits"
    """The limits that cards state in their `limits`."""

    HOUSE_LIMIT = "house-limit"
    """The price of the legion is within the limit of each house rule."""

    HOUSE_LIMITS = "house-limits"
    """The limits of house rules on some cards, on one creature or in the legion."""

    OWNED = "owned"
    """No card is used more often than the collection of the legion has it."""

    SLOTS = "slots"
    """Every card that a creature carries finds a slot, as the module `slots` decides."""

    CREATURE = "creature"
    """The legion has a creature."""

    HELPED = "helped"
    """A rule about each card that other cards may help to keep it; no card makes another break it."""

    @property
    def is_monotonic(self) -> bool:
        """True if adding cards to a legion that breaks the rule never repairs it."""
        return self not in (SolverBound.SLOTS, SolverBound.CREATURE, SolverBound.HELPED)


@dataclass(frozen=True, slots=True)
class AtMostBound:
    """A maximum number of the counted upgrades in a legion."""

    number: int
    counts: Callable[[Upgrade], bool]

    @property
    def is_monotonic(self) -> bool:
        """True: adding cards never repairs a breach."""
        return True


@dataclass(frozen=True, slots=True)
class DeckSizeBound:
    """A minimum, and a maximum if any, of the counted cards in a list."""

    counts: Callable[[Card], bool]
    least: int
    most: int | None = None

    @property
    def is_monotonic(self) -> bool:
        """False: one more card may repair a list that has too few."""
        return False


@dataclass(frozen=True, slots=True)
class CopiesBound:
    """A maximum number of copies of one name among the counted cards of a list."""

    counts: Callable[[Card], bool]
    number: int

    @property
    def is_monotonic(self) -> bool:
        """True: adding cards never repairs a breach."""
        return True


Waives = Callable[[Any, Any], bool]
"""Returns whether the second card, in a list, waives a rule for the first card."""


def waives_nothing(card: Any, by: Any) -> bool:
    """Return False: no card waives the rule for another."""
    return False


@dataclass(frozen=True, slots=True)
class CardCountBound:
    """A maximum number of cards that count together, by format and point limit; None if there is no maximum.

    A pick that may count is counted.
    """

    most: Callable[[Format, int | None], int | None]
    counts: Callable[[Pick, Format], bool]
    waives: Waives = waives_nothing

    @property
    def is_monotonic(self) -> bool:
        """False: one more card may repair a list with too few, or waive the rule for others."""
        return False


@dataclass(frozen=True, slots=True)
class OneSideBound:
    """All cards of a list that are on a side are on the same one; `side` returns None for a card on no side."""

    side: Callable[[Any], str | None]
    waives: Waives = waives_nothing

    @property
    def is_monotonic(self) -> bool:
        """False: one more card may waive the rule for others."""
        return False


Bound = SolverBound | AtMostBound | DeckSizeBound | CopiesBound | CardCountBound | OneSideBound
"""A rule as a bound for a solver."""


class WayOfUse(NamedTuple):
    """A way in which a card is useful: one of `any_of` is in the list, and `sums` over its cards reach at least
    `least`.
    """

    any_of: tuple[Card, ...]
    sums: Mapping[Card, int]
    least: int


WaysOfUse = Callable[[Card, Sequence[Card]], Sequence[WayOfUse] | None]
"""Returns the ways in which a card is useful next to some of the others; `None` for one that needs no other card."""
