"""The card classes of Dungeon Command and the decks of a warband."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.core.legion import Lines, Pick
from rulesapi.engine.core.parsing import common_card_facts, word_set
from rulesapi.engine.values.model import Card, Document, PickableCard
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth

ANY_ABILITY = "any"

NUMBERS = {"level": "Level", "hit_points": "Hit Points", "speed": "Speed", "melee_damage": "Melee damage"}
"""Printed numbers of creatures that a search can optimize, with their display names."""


class HelperFacts(Protocol):
    """The facts of a creature that decide whether it can assist: those of a card, or of a creature in play."""

    @property
    def level(self) -> int | None: ...
    @property
    def abilities(self) -> frozenset[str] | None: ...


class CreatureFacts(HelperFacts, Protocol):
    """The facts of a creature that decide which orders it can play."""

    @property
    def keywords(self) -> frozenset[str] | None: ...


class OrderFacts(Protocol):
    """The facts of an order that decide which creatures can play it."""

    @property
    def level(self) -> int | None: ...
    @property
    def ability(self) -> str | None: ...
    @property
    def requires(self) -> tuple[Clause, ...] | None: ...
    @property
    def affinity(self) -> frozenset[str] | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class Creature(PickableCard):
    """A Creature card. `ranged` is true if it has ranged damage."""

    level: int | None
    abilities: frozenset[str] | None
    ranged: Truth
    symbol: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Order(PickableCard):
    """An Order card. `plain` is true if only ability and level count: no required keyword and no affinity."""

    level: int | None
    ability: str | None
    requires: tuple[Clause, ...] | None
    affinity: frozenset[str] | None
    ranged_attack: Truth
    symbol: str | None
    plain: bool


@dataclass(frozen=True, slots=True, eq=False)
class Commander(PickableCard):
    """A Commander card."""

    creature_hand: int | None
    leadership: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Tile(Card):
    """A battlefield tile, which belongs to no deck."""

    size: str | None
    start: Truth
    treasure_squares: int | None


def read_creature(document: Document) -> Creature:
    """Return a Creature card read from its document."""
    ranged = document.get("ranged")
    return Creature(
        **common_card_facts(document, NUMBERS),
        level=document.get("level"),
        abilities=word_set(document, "abilities"),
        ranged=None if ranged is None else bool(ranged),
        symbol=document.get("symbol"),
    )


def read_order(document: Document) -> Order:
    """Return an Order card read from its document."""
    requires, affinity = document.get("requires"), word_set(document, "affinity")
    return Order(
        **common_card_facts(document),
        level=document.get("level"),
        ability=document.get("ability"),
        requires=None if requires is None else tuple(map(Clause.read, requires)),
        affinity=affinity,
        ranged_attack=document.get("ranged_attack"),
        symbol=document.get("symbol"),
        plain=requires == [] and affinity == frozenset(),
    )


def read_commander(document: Document) -> Commander:
    """Return a Commander card read from its document."""
    return Commander(
        **common_card_facts(document),
        creature_hand=document.get("creature_hand"),
        leadership=document.get("leadership"),
    )


def read_tile(document: Document) -> Tile:
    """Return a battlefield tile read from its document."""
    return Tile(
        **common_card_facts(document),
        size=document.get("size"),
        start=document.get("start"),
        treasure_squares=document.get("treasure_squares"),
    )


class Decks(NamedTuple):
    """One player's picks by kind of card. `of_creatures` and `of_orders` are the sizes of the two decks."""

    at: str
    creatures: list[Pick]
    orders: list[Pick]
    commanders: list[Pick]
    of_creatures: int
    of_orders: int
    has_unnamed_card: bool

    @property
    def picks(self) -> list[Pick]:
        """All picks of the player."""
        return [*self.creatures, *self.orders, *self.commanders]

    def places(self, card: Card) -> tuple[str, ...]:
        """Return the pointers to the picks of a card."""
        return sorted_pointers(pick.at for pick in self.picks if pick.card is card)

    def copies(self, card: Card) -> int:
        """Return the number of copies of a card."""
        return card_count([pick for pick in self.picks if pick.card is card])


def read_decks(part: Lines) -> Decks:
    """Return the decks and commanders of one player."""
    creatures: list[Pick] = []
    orders: list[Pick] = []
    commanders: list[Pick] = []
    of_creatures = of_orders = 0
    for pick in part.picks:
        kind = type(pick.card)
        if kind is Order:
            orders.append(pick)
            of_orders += pick.copies
        elif kind is Creature:
            creatures.append(pick)
            of_creatures += pick.copies
        else:
            commanders.append(pick)
    return Decks(part.at, creatures, orders, commanders, of_creatures, of_orders, part.has_unnamed_card)


def card_count(picks: list[Pick]) -> int:
    """Return the number of cards in these picks, copies included."""
    return sum([pick.copies for pick in picks])
