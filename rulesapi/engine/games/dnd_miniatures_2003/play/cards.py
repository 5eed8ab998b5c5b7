"""Facts of creatures that several questions of play read from their cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MELEE, RANGED, SPELL = "melee", "ranged", "spell"
WAYS = {MELEE: "A melee attack", RANGED: "A ranged attack", SPELL: "A spell or special ability"}
"""The ways in which damage is dealt."""


def printed_damage(card: Mapping[str, Any], way: str | None) -> int | None:
    """Return the damage of a card's attacks of this kind, or of any kind if it is not known; None if they differ."""
    found = {attack["damage"] for attack in card.get("attacks") or () if way in (None, attack["manner"])}
    return found.pop() if len(found) == 1 else None
