"""Choices of a warband besides its creatures, in both editions: faction, battle map and terrain tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesapi.engine.core.formats import Format
from rulesapi.engine.core.lacks import ListInProgress, lacking_choice
from rulesapi.engine.core.library import FieldChoices, Library
from rulesapi.engine.games.dnd_miniatures.cards import BattleMap, TerrainTile
from rulesapi.engine.values.model import Finding


def _fits_a_faction(finding: Finding, in_progress: ListInProgress) -> bool:
    return "faction" not in finding.facts and in_progress.can_choose("faction", finding)


LACKING_FACTION = lacking_choice("faction", _fits_a_faction, "choose a faction")
"""The lack of a warband without a faction, if its creatures fit one."""

LACKING_POOL = lacking_choice(
    "pool", lambda finding, in_progress: "creature" not in finding.facts, "list the opened figures"
)
"""The lack of a warband without the pool that its format requires."""


def choices(factions: Sequence[str]) -> FieldChoices:
    """Return the function that lists the choices of an edition with these factions (see `Ruleset.choices`)."""

    def found(library: Library, chosen: Format, fields: Mapping[str, Any]) -> Mapping[str, Sequence[Any]]:
        return {"faction": factions, "map": _slugs(library, BattleMap), "tiles": list(_tiles(library, chosen))}

    return found


def _slugs(library: Library, kind: type) -> list[str]:
    return [card.slug for card in library.all_cards if isinstance(card, kind) and card.retired is None]


def _tiles(library: Library, chosen: Format) -> list[tuple[str, ...]]:
    """Return as many tiles as the format requires, once starting from each tile. No rule tells them apart."""
    required, tiles = chosen.numbers.get("tiles"), _slugs(library, TerrainTile)
    if not required or not tiles:
        return []
    return [tuple(tiles[(first + number) % len(tiles)] for number in range(required)) for first in range(len(tiles))]
