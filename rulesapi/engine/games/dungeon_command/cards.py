"""The cards of Dungeon Command as its rules want them, and the decks that a warband makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulesapi.engine.core.conditions import Clause
from rulesapi.engine.core.legion import Lines, Pick
from rulesapi.engine.core.parsing import common_card_facts, word_set
from rulesapi.engine.values.model import Card, Document, PickableCard
from rulesapi.engine.values.names import sorted_pointers
from rulesapi.engine.values.truth import Truth

ANY_ABILITY = "any"

NUMBERS = {"level": "Level", "hit_points": "Hit Points", "speed": "Speed", "melee_damage": "Melee damage"}
"""The printed numbers of creatures that a warband can be the best by, with what people call them."""


@dataclass(frozen=True, slots=True, eq=False)
class Creature(PickableCard):
    """A Creature card. `ranged` tells whether it has ranged damage."""

    level: int | None
    abilities: frozenset[str] | None
    ranged: Truth
    symbol: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Order(PickableCard):
    """An Order card. `plain` tells that nothing but its ability and level is asked of a creature."""

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
    """A battlefield tile, which stands in no deck."""

    size: str | None
    start: Truth
    treasure_squares: int | None


def read_creature(document: Document) -> Creature:
    """A Creature card of its document."""
    ranged = document.get("ranged")
    return Creature(
        **common_card_facts(document, NUMBERS),
        level=document.get("level"),
        abilities=word_set(document, "abilities"),
        ranged=None if ranged is None else bool(ranged),
        symbol=document.get("symbol"),
    )


def read_order(document: Document) -> Order:
    """An Order card of its document."""
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
    """A Commander card of its document."""
    return Commander(
        **common_card_facts(document),
        creature_hand=document.get("creature_hand"),
        leadership=document.get("leadership"),
    )


def read_tile(document: Document) -> Tile:
    """A battlefield tile of its document."""
    return Tile(
        **common_card_facts(document),
        size=document.get("size"),
        start=document.get("start"),
        treasure_squares=document.get("treasure_squares"),
    )


class Decks(NamedTuple):
    """A player's list by what its cards are; `of_creatures` and `of_orders` count the cards of the two decks."""

    at: str
    creatures: list[Pick]
    orders: list[Pick]
    commanders: list[Pick]
    of_creatures: int
    of_orders: int
    has_unnamed_card: bool

    @property
    def picks(self) -> list[Pick]:
        """Every card of the player's."""
        return [*self.creatures, *self.orders, *self.commanders]

    def places(self, card: Card) -> tuple[str, ...]:
        """Where a card stands."""
        return sorted_pointers(pick.at for pick in self.picks if pick.card is card)

    def copies(self, card: Card) -> int:
        """How often a card stands."""
        return card_count([pick for pick in self.picks if pick.card is card])


def read_decks(part: Lines) -> Decks:
    """The two decks of a player, and the commanders."""
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
    """How many cards these picks are."""
    return sum([pick.copies for pick in picks])
