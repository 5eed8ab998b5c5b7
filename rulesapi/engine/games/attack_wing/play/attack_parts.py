"""The parts of an attack: its situation, its form, and the play levels of creatures."""

from __future__ import annotations

from rulesapi.engine.games.attack_wing.play.parts import Creature, Dice, Upgrade, Weapon
from rulesapi.engine.resolutions.model import Course, Missing, TableFacts
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import Document, value_object

LONGEST_RANGE = 4
AIR, GROUND, BOTH = "air", "ground", "both"
"""The play levels, and the value for both of them."""
LEVELS = {AIR: phrase("in the air"), GROUND: phrase("on the ground")}
NUMBERS = {
    "attack-dice": phrase("attack dice"),
    "defense-dice": phrase("defense dice"),
    "hits": phrase("hits"),
    "criticals": phrase("criticals"),
    "dodges": phrase("dodges"),
}
"""Display names of the numbers that cards change."""
SIDES = ATTACKER, DEFENDER = "attacker", "defender"
ALL_AROUND = ("all", "any")
"""Values of an arc for attacks in any direction, in situations and on cards."""


@value_object
class AttackForm:
    """The form of an attack: a weapon or an upgrade, with its known facts.

    `dice` are an upgrade's own dice; with `primary` it rolls those of the weapon value. `costs` are tokens. `burst` is
    None if the range is unknown. Facts that only a part of an attack needs are read from `source` on demand.
    """

    name: str
    at: str
    card: str
    melee: bool | None
    reach: tuple[int, int] | None
    area: bool
    source: Weapon | Upgrade
    dice: int | None = None
    primary: bool = False
    burst: bool | None = False
    costs: tuple[str, ...] = ()

    @property
    def upgrade(self) -> bool:
        """True for an upgrade, false for a weapon."""
        return isinstance(self.source, Upgrade)

    @property
    def arc(self) -> str | None:
        """The arc in which the attack reaches its targets."""
        return self.source.arc

    @property
    def energy(self) -> tuple[str, ...] | None:
        """The energy types of an upgrade; None if neither players nor card state them."""
        return self.source.energy if isinstance(self.source, Upgrade) else ()

    @property
    def penetrates(self) -> bool | None:
        """True if the attack penetrates armor, which no weapon does; None if its card does not state it."""
        if not isinstance(self.source, Upgrade):
            return False
        penetrates = self.source.penetrates
        return False if penetrates is None and not self.source.card else penetrates

    @property
    def resisted(self) -> bool | None:
        """True if the players state that the defender shares the energy type; None if they state nothing."""
        return self.source.resisted if isinstance(self.source, Upgrade) else None


@value_object
class Situation:
    """Attacker, defender and all other facts of an attack."""

    document: Document
    table: TableFacts
    attacker: Creature
    defender: Creature

    @property
    def dice(self) -> Dice:
        """The faces of the dice."""
        return Dice(self.document.get("dice", {}), "/dice", self.table, phrase("Dice"))

    def times_spent(self, side: str, token: str) -> int:
        """Return the number of tokens of a kind that a side spends."""
        times: int = self.document.get("spend", {}).get(side, ()).count(token)
        return times

    def spends(self, side: str, token: str) -> bool:
        """Return whether a side spends a token."""
        return self.times_spent(side, token) > 0

    def changes(self, name: str, first: str) -> list[Document]:
        """Return the changes of a number: first by cards, the first side's before the other's, then by an adventure.

        The rules of an adventure override cards.
        """
        found = [one for one in self.document.get("changes", ()) if one["what"] == name]
        if len(found) < 2:
            return found
        return sorted(found, key=lambda change: (change.get("adventure", False), change.get("side", ATTACKER) != first))

    @property
    def rolled(self) -> Document:
        """The rolled faces, keyed by die."""
        found: Document = self.document.get("rolled", {})
        return found


def play_level(creature: Creature) -> str | None:
    """Return the play level of a creature, `air` or `ground`: as the players state, or by the movement on its card.

    A swooping creature is in the air if its movement is unknown or it can fly.
    """
    if creature.play_level is not None:
        return creature.play_level
    level = {"flying": AIR, "ground": GROUND}.get(creature.movement or "")
    if level != AIR and creature.swooping and (level is None or creature.can_fly):
        return AIR
    return level


def penetration_unknown(form: AttackForm) -> Course[bool]:
    """Return whether it is unknown if the attack penetrates armor, and ask for it in that case."""
    if form.penetrates is None:
        yield Missing(form.card, "/penetrates", form.at, "armor-penetrated")
    return form.penetrates is None
