"""Attacks of creatures, and effects with a name, that several questions of play read."""

from __future__ import annotations

from collections.abc import Iterable

from rulesapi.engine.resolutions.input_kinds import Text
from rulesapi.engine.resolutions.inputs import Input, Part, number, numbers, one_of, several_parts
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


class PrintedAttack(Part):
    """The melee or the ranged attack on the card of a creature."""

    manner = one_of("Kind of attack", {MELEE: "Melee", RANGED: "Ranged"}, omitted="it is not known")
    bonuses = numbers("Attack bonuses", 60, 8, least=-20, omitted="they are not known")
    damage = number("Damage", 500, omitted="it is not known")


class CreatureWithAttacks(Part, kind="creature"):
    """A creature with the attacks of its card."""

    attacks = several_parts(
        PrintedAttack,
        "Printed attack",
        4,
        plural="Attacks of the card",
        of_card=True,
        folded=True,
        help="If its card is known, but not what its attacks are.",
        omitted="those of its card",
    )

    def printed_damage(self, way: str | None) -> int | None:
        """Return the damage of its attacks of this kind, or of any kind if it is not known; None if they differ."""
        found = {attack.damage for attack in self.attacks or () if way in (None, attack.manner)}
        return found.pop() if len(found) == 1 else None

    def attack_bonuses(self, manner: str) -> list[int] | None:
        """Return the bonuses of its melee or ranged attacks in their order; None if they are not known."""
        attacks = self.attacks
        if attacks is None or any(attack.bonuses is None or attack.manner is None for attack in attacks):
            return None
        return [bonus for attack in attacks if attack.manner == manner for bonus in attack.bonuses or ()]


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
