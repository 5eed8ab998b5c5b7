"""Altitudes that a creature cannot have: none swoops on the ground, or is in the air without flying (p. 9, 12)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.resolutions.model import Breach
from rulesapi.engine.resolutions.participants import Participant

AIR, GROUND = "air", "ground"


def altitude_breaches(who: Participant, level: str | None) -> Iterator[Breach]:
    """Yield why a creature cannot be at its play level as it is said to be."""
    if level == GROUND and who.state("swooping", False):
        yield Breach("swooping-on-ground", (f"{who.at}/swooping",), {"creature": who.name})
    if level == AIR and who.fact("movement") == GROUND and not who.state("can_fly", False):
        place = "play_level" if "play_level" in who.said else "swooping"
        yield Breach("ground-creature-in-air", (f"{who.at}/{place}",), {"creature": who.name})
