"""What a warband has beside its creatures, and the rules about every card of it, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rulesapi.engine import common
from rulesapi.engine.common import NOTHING, Said, Single, Standing
from rulesapi.engine.model import Broken, Card, Legion
from rulesapi.engine.readings import Thing
from rulesapi.engine.ruleset import Library
from rulesapi.engine.rulesets.dnd_miniatures.cards import BattleMap, Miniature, TerrainTile


class Beside(NamedTuple):
    """A card that a warband names beside its picks: its slug and place, what should stand there, and what does."""

    slug: str
    at: str
    wanted: type[Card]
    card: Card | None


def beside(legion: Legion, library: Library) -> Iterator[Beside]:
    """The maps, the tiles and the figures of the pools that a legion names."""
    for at, said in legion.fields.items():
        if "map" in said:
            yield Beside(said["map"], f"{at}/map", BattleMap, library.cards.get(said["map"]))
        for number, slug in enumerate(said.get("tiles", ())):
            yield Beside(slug, f"{at}/tiles/{number}", TerrainTile, library.cards.get(slug))
        for slug in said.get("pool", ()):
            yield Beside(slug, f"{at}/pool/{slug}", Miniature, library.cards.get(slug))


def _standing(legion: Legion, library: Library) -> list[Standing]:
    """Every card that stands in a warband, in its right place; a pool is no part of the warband."""
    laid = (one for one in beside(legion, library) if one.wanted is not Miniature and isinstance(one.card, one.wanted))
    return [*legion.picks, *(Single(one.at, one.card) for one in laid)]


def _all_laid(legion: Legion, library: Library) -> bool:
    """Whether a glance shows that every card beside the picks is there, and of the kind that belongs there."""
    cards = library.cards
    for said in legion.fields.values():
        if "map" in said and not isinstance(cards.get(said["map"]), BattleMap):
            return False
        if "tiles" in said and not all(isinstance(cards.get(slug), TerrainTile) for slug in said["tiles"]):
            return False
        if "pool" in said and not all(isinstance(cards.get(slug), Miniature) for slug in said["pool"]):
            return False
    return True


def unknown_card(legion: Legion, library: Library) -> Iterable[Thing]:
    """Every card of the warband is in the catalog's release."""
    return _unknown_cards(legion, library) if legion.strangers or not _all_laid(legion, library) else NOTHING


def _unknown_cards(legion: Legion, library: Library) -> Said:
    places: dict[str, list[str]] = {}
    kinds: dict[str, set[type[Card]]] = {}
    for stranger in legion.strangers:
        places.setdefault(stranger.slug, []).append(stranger.at)
        kinds.setdefault(stranger.slug, set()).add(Miniature)
    for one in beside(legion, library):
        if one.card is None:
            places.setdefault(one.slug, []).append(one.at)
            kinds.setdefault(one.slug, set()).add(one.wanted)
    if places:
        yield from common.unknown(places, kinds, library)


WORDS = {BattleMap: "battle-map", TerrainTile: "terrain-tile", Miniature: "creature"}


def misplaced_card(legion: Legion, library: Library) -> Iterable[Thing]:
    """A card stands only where its kind has a place."""
    return _out_of_place(legion, library) if legion.misplaced or not _all_laid(legion, library) else NOTHING


def _out_of_place(legion: Legion, library: Library) -> Said:
    for misplaced in legion.misplaced:
        yield _misplaced(misplaced.card, misplaced.at, Miniature)
    for one in beside(legion, library):
        if one.card is not None and not isinstance(one.card, one.wanted):
            yield _misplaced(one.card, one.at, one.wanted)


def _misplaced(card: Card, at: str, wanted: type[Card]) -> Broken:
    return Broken((at,), {"card": card.title, "kind": card.kind, "wanted": WORDS[wanted]})


def barred(legion: Legion, library: Library) -> Iterable[Thing]:
    """The format bars no creature, map or tile of the warband, and all are of its pool if it has one."""
    return common.barred_by_format(legion.format, _standing(legion, library), library)


def house_barred(legion: Legion, library: Library) -> Iterable[Thing]:
    """No house rule bars a creature, map or tile of the warband, and all are of the pool of each that has one."""
    return (
        NOTHING if legion.house is None else common.barred_by_house(legion.house, _standing(legion, library), library)
    )


def house_limit(legion: Legion, library: Library) -> Iterable[Thing]:
    """A limit that a house rule sets for some cards holds."""
    return NOTHING if legion.house is None else common.limited_by_house(legion.house, _standing(legion, library))


def retired_card(legion: Legion, library: Library) -> Said:
    """No card of the warband is retired in the release judged."""
    yield from common.retired(_standing(legion, library))
