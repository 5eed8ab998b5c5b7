"""Impossible altitudes: swooping on the ground, and in the air without flying (p. 9, 12)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.games.attack_wing.play.parts import AIR, GROUND, Creature
from rulesapi.engine.resolutions.model import Breach


def altitude_breaches(creature: Creature, level: str | None) -> Iterator[Breach]:
    """Yield the reasons why a creature cannot be on the stated play level."""
    if level == GROUND and creature.swooping:
        yield Breach("swooping-on-ground", (creature.place(Creature.swooping),), {"creature": creature.name})
    if level == AIR and creature.movement == GROUND and not creature.can_fly:
        stated = Creature.play_level if creature.has(Creature.play_level) else Creature.swooping
        yield Breach("ground-creature-in-air", (creature.place(stated),), {"creature": creature.name})
