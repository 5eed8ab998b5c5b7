"""A legion laid out on the table: which card stands at which place, and what has no place."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Card = Mapping[str, Any]


def in_order(place: str) -> list[tuple[int, int, str]]:
    """A sorting key for places as people count them: /picks/2 before /picks/10."""
    return [(0, int(step), "") if step.isdigit() else (1, 0, step) for step in place.split("/")]


@dataclass(frozen=True)
class Standing:
    """An upgrade or spell at its place."""

    place: str
    card: Card


@dataclass
class Creature:
    """A creature at its place, with what it carries."""

    place: str
    card: Card
    count: int
    soldiers: int | None
    upgrades: list[Standing] = field(default_factory=list)


@dataclass
class Table:
    """All of a legion. Loose are upgrades whose bearer is unknown or is no creature."""

    creatures: list[Creature] = field(default_factory=list)
    loose: list[Standing] = field(default_factory=list)
    unknown: dict[str, list[str]] = field(default_factory=dict)
    misplaced: list[str] = field(default_factory=list)
    a_pick_is_unknown: bool = False

    @property
    def upgrades(self) -> list[Standing]:
        """Every upgrade of the legion, whoever carries it."""
        return [upgrade for creature in self.creatures for upgrade in creature.upgrades] + self.loose

    @property
    def cards(self) -> list[tuple[str, Card, int]]:
        """Place, card and number of copies of everything that stands where it may."""
        return [(creature.place, creature.card, creature.count) for creature in self.creatures] + [
            (upgrade.place, upgrade.card, 1) for upgrade in self.upgrades
        ]


def lay_out(cards: Mapping[str, Card], legion: Mapping[str, Any]) -> Table:
    """Find each card of a legion, by its slug or a slug it had before."""
    known = {former: card for card in cards.values() for former in card.get("formerly", [])} | dict(cards)
    table = Table()
    for number, pick in enumerate(legion["picks"]):
        place = f"/picks/{number}"
        card = known.get(pick["card"])
        creature = None
        if card is None:
            table.unknown.setdefault(pick["card"], []).append(place)
            table.a_pick_is_unknown = True
        elif card["kind"] != "creature":
            table.misplaced.append(place)
        else:
            creature = Creature(place, card, pick.get("count", 1), pick.get("soldiers"))
            table.creatures.append(creature)
        carried = creature.upgrades if creature else table.loose
        for index, slug in enumerate(pick.get("upgrades", [])):
            spot = f"{place}/upgrades/{index}"
            upgrade = known.get(slug)
            if upgrade is None:
                table.unknown.setdefault(slug, []).append(spot)
            elif upgrade["kind"] not in ("upgrade", "spell"):
                table.misplaced.append(spot)
            else:
                carried.append(Standing(spot, upgrade))
    return table
