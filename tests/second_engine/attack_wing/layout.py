"""The layout of a legion: its cards by place, and misplaced cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.second_engine.places import Card, by_any_slug


@dataclass(frozen=True)
class PlacedUpgrade:
    """An upgrade or spell at its place."""

    place: str
    card: Card


@dataclass
class Creature:
    """A creature at its place, with its upgrades."""

    place: str
    card: Card
    count: int
    soldiers: int | None
    bought: str | None = None
    upgrades: list[PlacedUpgrade] = field(default_factory=list)


@dataclass
class Table:
    """A whole legion. Loose upgrades are those whose bearer is unknown or is no creature."""

    creatures: list[Creature] = field(default_factory=list)
    loose: list[PlacedUpgrade] = field(default_factory=list)
    unknown: dict[str, list[str]] = field(default_factory=dict)
    misplaced: list[str] = field(default_factory=list)
    a_pick_is_unknown: bool = False
    at: str = ""

    @property
    def upgrades(self) -> list[PlacedUpgrade]:
        """Return all upgrades of the legion, with any bearer."""
        return [upgrade for creature in self.creatures for upgrade in creature.upgrades] + self.loose

    @property
    def cards(self) -> list[tuple[str, Card, int]]:
        """Return place, card and number of copies of every card in a valid place."""
        return [(creature.place, creature.card, creature.count) for creature in self.creatures] + [
            (upgrade.place, upgrade.card, 1) for upgrade in self.upgrades
        ]


def lay_out(cards: Mapping[str, Card], picks: Sequence[Mapping[str, Any]], pointer: str = "") -> Table:
    """Find each card of a player's list, by its current or a former slug."""
    known = by_any_slug(cards)
    table = Table(at=pointer)
    for number, pick in enumerate(picks):
        place = f"{pointer}/picks/{number}"
        card = known.get(pick["card"])
        creature = None
        if card is None:
            table.unknown.setdefault(pick["card"], []).append(place)
            table.a_pick_is_unknown = True
        elif card["kind"] != "creature":
            table.misplaced.append(place)
        else:
            creature = Creature(place, card, pick.get("count", 1), pick.get("soldiers"), pick.get("bought_slot"))
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
                carried.append(PlacedUpgrade(spot, upgrade))
    return table


def together(parts: Sequence[Table]) -> Table:
    """Join the lists of all players of a team."""
    whole = Table()
    for part in parts:
        whole.creatures += part.creatures
        whole.loose += part.loose
        whole.misplaced += part.misplaced
        for slug, places in part.unknown.items():
            whole.unknown.setdefault(slug, []).extend(places)
    return whole
