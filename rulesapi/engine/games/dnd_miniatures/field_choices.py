"""What a warband of either edition chooses beside its creatures: a faction, a battle map, terrain tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.library import FieldChoices, Library
from rulesapi.engine.games.dnd_miniatures.cards import BattleMap, TerrainTile


def choices(factions: Sequence[str]) -> FieldChoices:
    """What there is to choose from in an edition with these factions; see `Ruleset.choices`."""

    def found(library: Library, chosen: Format, fields: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
        return {"faction": factions, "map": _slugs(library, BattleMap), "tiles": list(_tiles(library, chosen))}

    return found


def _slugs(library: Library, kind: type) -> list[str]:
    return [card.slug for card in library.all_cards if isinstance(card, kind) and card.retired is None]


def _tiles(library: Library, chosen: Format) -> list[tuple[str, ...]]:
    """As many tiles as the format asks for, once from each tile on: the rules do not tell them apart."""
    required, tiles = chosen.numbers.get("tiles"), _slugs(library, TerrainTile)
    if not required or not tiles:
        return []
    return [tuple(tiles[(first + number) % len(tiles)] for number in range(required)) for first in range(len(tiles))]
