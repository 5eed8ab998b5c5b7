"""What a rule comes to for a solver: bounds on how many of which cards may stand together.

A solver looks for the best legion among very many, and cannot ask the rules about each. So a rule may say which of a
few well-known bounds it is. What the solver finds is judged all the same: a bound saves time, it never decides. A rule
without one is only asked of what the solver finds; it must be one that no further card is ever needed to keep.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from rulesapi.engine.core.upgrades import Upgrade
from rulesapi.engine.values.model import Card


class SolverBound(Enum):
    """The shapes of a rule that a solver knows.

    All but the last two last: a card more never mends what such a rule says of a legion.
    """

    APART = "apart"
    """What it says of a card in its place, or of a creature by itself, it says whatever else stands in the legion."""

    LIMIT = "limit"
    """The price of the legion stays within its limit."""

    UNIQUE = "unique"
    """Cards of one identity that are unique, or may be, stand once in the legion."""

    ONCE = "once"
    """A creature carries upgrades of one identity once."""

    EXCLUDES = "excludes"
    """A card's `excludes` are keywords that no other upgrade of its bearer has."""

    LIMITS = "limits"
    """What cards state in their `limits`."""

    HOUSE_LIMIT = "house-limit"
    """The price of the legion stays within what each house rule allows."""

    HOUSE_LIMITS = "house-limits"
    """Of some cards so many may stand on a creature or in the legion as house rules allow."""

    OWNED = "owned"
    """No card stands more often than the collection of the legion has it."""

    SLOTS = "slots"
    """All that a creature carries finds a slot, as the module `slots` has it."""

    CREATURE = "creature"
    """There is a creature."""

    @property
    def is_monotonic(self) -> bool:
        """Whether adding cards to a legion that breaks the rule never mends it."""
        return self not in (SolverBound.SLOTS, SolverBound.CREATURE)


@dataclass(frozen=True, slots=True)
class AtMostBound:
    """So many of the upgrades that it counts may stand in a legion. It lasts."""

    number: int
    counts: Callable[[Upgrade], bool]

    @property
    def is_monotonic(self) -> bool:
        """Adding cards never mends it."""
        return True


@dataclass(frozen=True, slots=True)
class DeckSizeBound:
    """Of the cards that it counts so many stand in a list at least, and so many at most, if that is bounded."""

    counts: Callable[[Card], bool]
    least: int
    most: int | None = None

    @property
    def is_monotonic(self) -> bool:
        """A card more mends what it says of a list that has too few."""
        return False


@dataclass(frozen=True, slots=True)
class CopiesBound:
    """Of the cards that it counts so many of one name may stand in a list. It lasts."""

    counts: Callable[[Card], bool]
    number: int

    @property
    def is_monotonic(self) -> bool:
        """Adding cards never mends it."""
        return True


Bound = SolverBound | AtMostBound | DeckSizeBound | CopiesBound
"""What a rule comes to for a solver."""


class WayOfUse(NamedTuple):
    """How a card is of use in a list: one of `any_of` stands there, and `sums` of all that stand come to `least`."""

    any_of: tuple[Card, ...]
    sums: Mapping[Card, int]
    least: int


WaysOfUse = Callable[[Card, Sequence[Card]], Sequence[WayOfUse] | None]
"""The ways in which a card is of use beside some of others; `None` for one that needs no other card."""
