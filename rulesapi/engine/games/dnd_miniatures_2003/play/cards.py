"""Facts of creatures, and effects with a name, that several questions of play read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulesapi.engine.resolutions.declared import Input, Part, Text
from rulesapi.engine.values.messages import phrase

MELEE, RANGED, SPELL = "melee", "ranged", "spell"
WAYS = {MELEE: "A melee attack", RANGED: "A ranged attack", SPELL: "A spell or special ability"}
"""The ways in which damage is dealt."""
COMMANDER = "/commander"
"""The common name of all Commander Effects, of which only one changes a number."""


class NamedEffect(Part):
    """An effect of a card, a spell or a scenario."""

    because: Input[str | None] = Input(Text(120), "Because of", omitted="an effect without a name")

    @property
    def called(self) -> str:
        """Its name, or that it is an effect."""
        return self.because or phrase("An effect")


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


def that_count(modifiers: Iterable[tuple[str | None, bool, bool]]) -> list[bool]:
    """Return for each bonus or penalty whether it counts, from the largest to the smallest one.

    Each has the name of its ability, whether it is from a Commander Effect, and whether it is a penalty. Bonuses of one
    name do not stack, nor do those of Commander Effects; nor do penalties. A bonus and a penalty both count.
    """
    counted: set[tuple[str, bool]] = set()
    found = []
    for because, commander, is_penalty in modifiers:
        sources = [because.casefold() if because else "", COMMANDER if commander else ""]
        names = {(source, is_penalty) for source in sources if source}
        found.append(not names & counted)
        counted |= names
    return found
