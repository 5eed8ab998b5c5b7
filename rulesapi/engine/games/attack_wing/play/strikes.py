"""The profile of an attack, the attack on one creature, and the play levels of creatures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesapi.engine.games.attack_wing.play.attack_inputs import AttackSituation, OfTarget
from rulesapi.engine.games.attack_wing.play.parts import AIR, GROUND, Creature, Upgrade, Weapon
from rulesapi.engine.resolutions.model import Course, Missing, Step
from rulesapi.engine.values.messages import phrase
from rulesapi.engine.values.model import value_object

LEVELS = {AIR: phrase("in the air"), GROUND: phrase("on the ground")}
ALL_AROUND = ("all", "any")
"""Values of an arc for attacks in any direction, in situations and on cards."""


@value_object
class AttackProfile:
    """The profile of an attack: a weapon or an upgrade, with its known facts.

    `dice` are an upgrade's own dice; with `primary` it rolls those of the weapon value. `costs` are tokens. `area` and
    `burst` are None if they are unknown. Facts that only a part of an attack needs are read from `source` on demand.
    """

    name: str
    at: str
    card: str
    melee: bool | None
    reach: tuple[int, int] | None
    area: bool | None
    source: Weapon | Upgrade
    dice: int | None = None
    primary: bool = False
    burst: bool | None = False
    costs: tuple[str, ...] = ()

    @property
    def upgrade(self) -> Upgrade | None:
        """The upgrade that attacks; None for a weapon."""
        return self.source if isinstance(self.source, Upgrade) else None

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
class AddedDodges:
    """Dodges that no die shows: the step of each, and the missing facts that decide about another one."""

    steps: list[Step]
    open: list[Missing]


@value_object
class Strike:
    """The attack on one creature: who attacks whom, the inputs about this target, and those of the whole attack.

    `paid` are the tokens of the attacker that are spent before dice are rolled.
    """

    attacker: Creature
    defender: Creature
    target: OfTarget
    whole: AttackSituation
    paid: tuple[str, ...] = ()

    def spends(self, side: str, token: str) -> bool:
        """Return whether a side spends a token."""
        return self.target.spend.has_token(side, token)


def tokens_left(creature: Creature, spent: Iterable[str]) -> tuple[tuple[str, Any], ...]:
    """Return that a step sets the tokens of a creature to those that it has not spent (see `Step`)."""
    left = [*creature.tokens]
    for token in spent:
        if token in left:
            left.remove(token)
    return creature.sets(Creature.tokens, tuple(left))


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


def penetration_unknown(profile: AttackProfile) -> Course[bool]:
    """Return whether it is unknown if the attack penetrates armor, and ask for it in that case."""
    if profile.penetrates is None:
        yield Missing(profile.card, "/penetrates", profile.at, "armor-penetrated")
    return profile.penetrates is None
