"""Facts of creatures that several questions of play read from their cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

MELEE, RANGED, SPELL = "melee", "ranged", "spell"
WAYS = {MELEE: "A melee attack", RANGED: "A ranged attack", SPELL: "A spell or special ability"}
"""The ways in which damage is dealt."""
COMMANDER = "/commander"
"""The common name of all Commander Effects, of which only one changes a number."""


def printed_damage(card: Mapping[str, Any], way: str | None) -> int | None:
    """Return the damage of a card's attacks of this kind, or of any kind if it is not known; None if they differ."""
    found = {attack["damage"] for attack in card.get("attacks") or () if way in (None, attack["manner"])}
    return found.pop() if len(found) == 1 else None


def attack_bonuses(card: Mapping[str, Any], manner: str) -> list[int] | None:
    """Return the bonuses of a card's melee or ranged attacks in the order of the card; None if they are not known."""
    attacks = card.get("attacks")
    found = [attack for attack in attacks or () if attack["manner"] == manner]
    if attacks is None or any(attack["bonuses"] is None or attack["manner"] is None for attack in attacks):
        return None
    return [bonus for attack in found for bonus in attack["bonuses"]]


def that_count(bonuses: Iterable[tuple[str | None, bool]]) -> list[bool]:
    """Return for each bonus whether it counts, from the largest to the smallest one.

    A bonus has the name of its ability, and whether it is from a Commander Effect. Bonuses of one name do not stack,
    nor do those of Commander Effects.
    """
    counted: set[str] = set()
    found = []
    for because, commander in bonuses:
        names = ({because.casefold()} if because else set()) | ({COMMANDER} if commander else set())
        found.append(not names & counted)
        counted |= names
    return found
