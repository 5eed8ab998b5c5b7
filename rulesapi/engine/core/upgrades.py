"""Cards that creatures carry, with their terms on price and on the cards next to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.values.model import Card


@dataclass(frozen=True, slots=True)
class CostPenalty:
    """Points that an upgrade costs more unless the clause holds for its bearer."""

    unless: Clause
    cost: int


@dataclass(frozen=True, slots=True)
class CostPerUpgrade:
    """Points that a card costs for each upgrade of a family (any of the keywords) in the legion."""

    family: frozenset[str]
    cost: int


@dataclass(frozen=True, slots=True)
class UpgradeLimit:
    """The maximum number of upgrades of a family (any of the keywords) on one creature or in a legion."""

    family: frozenset[str]
    per: str
    at_most: int


@dataclass(frozen=True, slots=True, eq=False)
class Upgrade(Card):
    """A card that a creature carries.

    `icons` are the icons it can take, `icon` the icon if there is only one; with `slot_known` false it takes exactly
    one of them, but it is unknown which. `minimum_level` is 0 on a card without one. `flat_cost` is its cost in any
    place: the printed number, if that is known and none of its own texts adds to it.
    """

    icons: frozenset[str]
    slot_known: bool
    icon: str | None
    minimum_level: int | None
    requires: tuple[Clause, ...] | None
    excludes: frozenset[str] | None
    penalties: tuple[CostPenalty, ...] | None
    grants: Mapping[str, int] | None
    cost_each: CostPerUpgrade | None
    limits: tuple[UpgradeLimit, ...] | None
    exempt: frozenset[str] | None
    flat_cost: int | None
