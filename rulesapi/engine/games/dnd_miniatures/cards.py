"""The card classes of both editions, and functions that read them from documents."""

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
"""Sizes from smallest to largest."""


@dataclass(frozen=True, slots=True, eq=False)
class Miniature(PickableCard):
    """A creature.

    `factions` is None if not all of them are known; `certain_factions` are those that it surely has.
    `leader` is true for a champion or commander, and `rating` is the champion or commander rating, 0 if it has none.
    Each fact implies the other: exactly the creatures with a rating lead (216.1.a of the guide of 2008). `short` is the
    name before the comma, normalized for comparison, and `titled` is true if a title follows the comma. `short_words`
    is the short name and `words` the whole name with a space around each word, to find one in the other.
    """

    factions: frozenset[str] | None
    certain_factions: frozenset[str]
    size: str | None
    leader: Truth
    rating: int | None
    short: str
    titled: bool
    short_words: str
    words: str


def may_be_unique_creature(card: Card) -> bool:
    """Return whether a card is a creature that is or may be unique."""
    return isinstance(card, Miniature) and card.unique is not False


PARTIAL_FACTS = {"factions": "factions_include"}
"""The fact with the known part of the factions of a creature, if not all of them are known."""


@dataclass(frozen=True, slots=True)
class RestrictionWaiver:
    """A row of a champion's Warband Building: the waived restrictions, and the creatures they are waived for."""

    codes: frozenset[str]
    whom: CreatureClauses


@dataclass(frozen=True, slots=True)
class Discount:
    """A reduction of the points paid for the creatures that match `whom`."""

    points: int
    whom: CreatureClauses


@dataclass(frozen=True, slots=True, eq=False)
class Creature2008(Miniature):
    """A creature of 2008. `alignment` is "none" if it is neither Good nor Evil."""

    alignment: str | None
    beta: Truth
    building: tuple[RestrictionWaiver, ...] | None
    discounts: tuple[Discount, ...] | None


@dataclass(frozen=True, slots=True)
class AdmissionRow:
    """A row of a commander's Warband Building: the creatures it admits, and the factions of the warbands they may join.

    `into` is None if they may join a warband of any faction.
    """

    whom: CreatureClauses
    into: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class MinionRow:
    """The minions that a creature brings: their number, or the maximum sum of their printed costs."""

    whom: CreatureClauses
    count: int | None
    points: int | None


@dataclass(frozen=True, slots=True)
class PublishedWarband:
    """A warband published as legal: its faction, the cards next to the creature in it, and the largest legal size."""

    faction: str
    beside: frozenset[str]
    largest_size: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Creature2003(Miniature):
    """A creature of the original edition. `classes` are abbreviations; `difficult` is 0 if it is not Difficult.

    A `familiar` costs points and is part of the warband, but does not count toward its number of creatures. The
    published warbands in `fielded` give evidence about its factions, requirements and size while those are unknown.
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
    """Return a creature of 2008 read from its document."""
    return Creature2008(
        **_miniature(document, "champion"),
        alignment=document["alignment"],
        beta=document["beta"],
        building=_read_rows(document, "warband_building", _waiver),
        discounts=_read_rows(document, "discounts", _discount),
    )


def creature_2003(document: Document) -> Creature2003:
    """Return a creature of the original edition read from its document."""
    abilities = document["self_command"]
    return Creature2003(
        **_miniature(document, "commander"),
        classes=word_set(document, "classes"),
        difficult=document["difficult"],
        commands_itself=None if abilities is None else bool(abilities),
        requires=_read_rows(document, "requires", lambda row: read_clauses([row])),
        building=_read_rows(document, "warband_building", _admission),
        minions=_read_rows(document, "minions", _following),
        familiar=document.get("familiar", False),
        fielded=tuple(map(_published_warband, document.get("fielded", ()))),
    )


def battle_map(document: Document) -> BattleMap:
    """Return a battle map read from its document."""
    return BattleMap(**common_card_facts(document), area=document["area"])


def terrain_tile(document: Document) -> TerrainTile:
    """Return a terrain tile read from its document."""
    return TerrainTile(**common_card_facts(document))


def _miniature(document: Document, leader: str) -> dict[str, Any]:
    shared = common_card_facts(document)
    name, comma, _ = (shared["name"] or "").partition(",")
    short = normalized(name) if name else shared["identity"]
    document = with_implied_facts(document, {leader: f"{leader}_rating"})
    factions = word_set(document, "factions")
    return {
        **shared,
        "factions": factions,
        "certain_factions": frozenset(document.get("factions_include") or ()) if factions is None else factions,
        "size": document["size"],
        "leader": document[leader],
        "rating": document[f"{leader}_rating"],
        "short": short,
        "titled": bool(comma),
        "short_words": f" {short} ",
        "words": f" {shared['identity'].replace(',', ' ')} ",
    }


def _read_rows(document: Document, field: str, read: Any) -> tuple[Any, ...] | None:
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
