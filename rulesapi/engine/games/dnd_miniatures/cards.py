"""The cards of both editions as the rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulesapi.engine.core.parsing import common_card_facts, word_set
from rulesapi.engine.core.ratings import with_implied_facts
from rulesapi.engine.games.dnd_miniatures.conditions import CreatureClauses, read_clauses
from rulesapi.engine.values.model import Card, Document, PickableCard
from rulesapi.engine.values.names import normalized
from rulesapi.engine.values.truth import Truth

SIZES = ("tiny", "small", "medium", "large", "huge", "gargantuan", "colossal")
"""Smallest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Miniature(PickableCard):
    """A creature. `leader` tells whether it is a champion or commander, `rating` how high; 0 for one that is none.

    Each of the two tells of the other: whoever has a rating leads (216.1.a of the guide of 2008), nobody else does.
    `short` is its name without the title behind the comma, folded as names are compared; `titled` whether it has
    one. `short_words` is that name and `words` the whole one with a space around each word, to find the one in the
    other.
    """

    factions: frozenset[str] | None
    size: str | None
    leader: Truth
    rating: int | None
    short: str
    titled: bool
    short_words: str
    words: str


def may_be_unique_creature(card: Card) -> bool:
    """Creatures that are unique, or may be."""
    return isinstance(card, Miniature) and card.unique is not False


@dataclass(frozen=True, slots=True)
class RestrictionWaiver:
    """A row of a champion's Warband Building: which restrictions it waives, and for which creatures."""

    codes: frozenset[str]
    whom: CreatureClauses


@dataclass(frozen=True, slots=True)
class Discount:
    """What creatures are added for less than their printed cost, and which."""

    points: int
    whom: CreatureClauses


@dataclass(frozen=True, slots=True, eq=False)
class Creature2008(Miniature):
    """A creature of 2008. `alignment` is "none" for one that is neither Good nor Evil."""

    alignment: str | None
    beta: Truth
    building: tuple[RestrictionWaiver, ...] | None
    discounts: tuple[Discount, ...] | None


@dataclass(frozen=True, slots=True)
class AdmissionRow:
    """A row of a commander's Warband Building: which creatures it admits, and into warbands of which factions."""

    whom: CreatureClauses
    into: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class MinionRow:
    """Which minions a creature brings: how many, or up to what printed cost together."""

    whom: CreatureClauses
    count: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class PublishedWarband:
    """A warband published as legal: its faction, what stood beside a creature in it, and how large it may have been."""

    faction: str
    beside: frozenset[str]
    largest_size: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Creature2003(Miniature):
    """A creature of the original edition. `classes` are its class abbreviations, `difficult` is 0 if it is not.

    A `familiar` costs points and stands in the warband, but does not count among its creatures. Where it was `fielded`
    tells something of its factions, of what it requires and of its size while they are not known.
    """

    classes: frozenset[str] | None
    difficult: int | None
    commands_itself: Truth
    requires: tuple[CreatureClauses, ...] | None
    building: tuple[AdmissionRow, ...] | None
    minions: tuple[MinionRow, ...] | None
    familiar: Truth
    fielded: tuple[PublishedWarband, ...]


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
        classes=word_set(document, "classes"),
        difficult=document["difficult"],
        commands_itself=None if abilities is None else bool(abilities),
        requires=_rows(document, "requires", lambda row: read_clauses([row])),
        building=_rows(document, "warband_building", _admission),
        minions=_rows(document, "minions", _following),
        familiar=document.get("familiar", False),
        fielded=tuple(map(_published_warband, document.get("fielded", ()))),
    )


def battle_map(document: Document) -> BattleMap:
    """A battle map's document."""
    return BattleMap(**common_card_facts(document), area=document["area"])


def terrain_tile(document: Document) -> TerrainTile:
    """A terrain tile's document."""
    return TerrainTile(**common_card_facts(document))


def _miniature(document: Document, leader: str) -> dict[str, Any]:
    shared = common_card_facts(document)
    name, comma, _ = (shared["name"] or "").partition(",")
    short = normalized(name) if name else shared["identity"]
    document = with_implied_facts(document, {leader: f"{leader}_rating"})
    return {
        **shared,
        "factions": word_set(document, "factions"),
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


def _waiver(row: Document) -> RestrictionWaiver:
    return RestrictionWaiver(frozenset(row["waives"]), read_clauses(row["for"]))


def _discount(row: Document) -> Discount:
    return Discount(row["points"], read_clauses(row["for"]))


def _admission(row: Document) -> AdmissionRow:
    return AdmissionRow(read_clauses(row["for"]), frozenset(row["into"]) if "into" in row else None)


def _following(row: Document) -> MinionRow:
    return MinionRow(read_clauses(row["for"]), row.get("count"), row.get("points"))


def _published_warband(row: Document) -> PublishedWarband:
    return PublishedWarband(row["faction"], frozenset(row["beside"]), row.get("largest_size"))
