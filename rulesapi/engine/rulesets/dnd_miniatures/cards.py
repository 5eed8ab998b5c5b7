"""The cards of both editions as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulesapi.engine.model import Answer, Card, Document, Fielded
from rulesapi.engine.names import fold
from rulesapi.engine.ratings import with_implied
from rulesapi.engine.reading import shared_facts, words_of
from rulesapi.engine.rulesets.dnd_miniatures.clauses import Whom, read_whom

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
"""Smallest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Miniature(Fielded):
    """A creature. `leader` tells whether it is a champion or commander, `rating` how high; 0 for one that is none.

    Each of the two tells of the other: whoever has a rating leads (216.1.a of the guide of 2008), nobody else does.
    `short` is its name without the title behind the comma, folded as names are compared; `titled` whether it has one.
    `short_words` is that name and `words` the whole one with a space around each word, to find the one in the other.
    """

    factions: frozenset[str] | None
    size: str | None
    leader: Answer
    rating: int | None
    short: str
    titled: bool
    short_words: str
    words: str


def unique_creatures(card: Card) -> bool:
    """Creatures that are unique, or may be."""
    return isinstance(card, Miniature) and card.unique is not False


@dataclass(frozen=True, slots=True)
class Waiver:
    """A row of a champion's Warband Building: which restrictions it waives, and for which creatures."""

    codes: frozenset[str]
    whom: Whom


@dataclass(frozen=True, slots=True)
class Discount:
    """What creatures are added for less than their printed cost, and which."""

    points: int
    whom: Whom


@dataclass(frozen=True, slots=True, eq=False)
class Creature2008(Miniature):
    """A creature of 2008. `alignment` is "none" for one that is neither Good nor Evil."""

    alignment: str | None
    beta: Answer
    building: tuple[Waiver, ...] | None
    discounts: tuple[Discount, ...] | None


@dataclass(frozen=True, slots=True)
class Admission:
    """A row of a commander's Warband Building: which creatures it admits, and into warbands of which factions."""

    whom: Whom
    into: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Following:
    """Which minions a creature brings: how many, or up to what printed cost together."""

    whom: Whom
    count: int | None
    points: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Creature2003(Miniature):
    """A creature of the original edition. `classes` are its class abbreviations, `difficult` is 0 if it is not."""

    classes: frozenset[str] | None
    difficult: int | None
    commands_itself: Answer
    requires: tuple[Whom, ...] | None
    building: tuple[Admission, ...] | None
    minions: tuple[Following, ...] | None


@dataclass(frozen=True, slots=True, eq=False)
class BattleMap(Card):
    """A map that a warband brings: `area` is half or full."""

    area: str | None


@dataclass(frozen=True, slots=True, eq=False)
class TerrainTile(Card):
    """A tile that a player lays."""


def creature_2008(document: Document) -> Creature2008:
    """A creature's document of 2008."""
    return Creature2008(
        **_miniature(document, "champion"),
        alignment=document["alignment"],
        beta=document["beta"],
        building=_rows(document, "warband_building", _waiver),
        discounts=_rows(document, "discounts", _discount),
    )


def creature_2003(document: Document) -> Creature2003:
    """A creature's document of the original edition."""
    abilities = document["self_command"]
    return Creature2003(
        **_miniature(document, "commander"),
        classes=words_of(document, "classes"),
        difficult=document["difficult"],
        commands_itself=None if abilities is None else bool(abilities),
        requires=_rows(document, "requires", lambda row: read_whom([row])),
        building=_rows(document, "warband_building", _admission),
        minions=_rows(document, "minions", _following),
    )


def battle_map(document: Document) -> BattleMap:
    """A battle map's document."""
    return BattleMap(**shared_facts(document), area=document["area"])


def terrain_tile(document: Document) -> TerrainTile:
    """A terrain tile's document."""
    return TerrainTile(**shared_facts(document))


def _miniature(document: Document, leader: str) -> dict[str, Any]:
    shared = shared_facts(document)
    name, comma, _ = (shared["name"] or "").partition(",")
    short = fold(name) if name else shared["identity"]
    document = with_implied(document, {leader: f"{leader}_rating"})
    return {
        **shared,
        "factions": words_of(document, "factions"),
        "size": document["size"],
        "leader": document[leader],
        "rating": document[f"{leader}_rating"],
        "short": short,
        "titled": bool(comma),
        "short_words": f" {short} ",
        "words": f" {shared['identity'].replace(',', ' ')} ",
    }


def _rows(document: Document, field: str, read: Any) -> tuple[Any, ...] | None:
    rows = document[field]
    return None if rows is None else tuple(map(read, rows))


def _waiver(row: Document) -> Waiver:
    return Waiver(frozenset(row["waives"]), read_whom(row["for"]))


def _discount(row: Document) -> Discount:
    return Discount(row["points"], read_whom(row["for"]))


def _admission(row: Document) -> Admission:
    return Admission(read_whom(row["for"]), frozenset(row["into"]) if "into" in row else None)


def _following(row: Document) -> Following:
    return Following(read_whom(row["for"]), row.get("count"), row.get("points"))
