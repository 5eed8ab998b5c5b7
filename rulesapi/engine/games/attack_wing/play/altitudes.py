"""Impossible altitudes: swooping on the ground, and in the air without flying (p. 9, 12)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.resolutions.model import Breach
from rulesapi.engine.resolutions.participants import Participant

AIR, GROUND = "air", "ground"


def altitude_breaches(who: Participant, level: str | None) -> Iterator[Breach]:
    """Yield the reasons why a creature cannot be on the stated play level."""
    if level == GROUND and who.state("swooping", False):
        yield Breach("swooping-on-ground", (f"{who.at}/swooping",), {"creature": who.name})
    if level == AIR and who.fact("movement") == GROUND and not who.state("can_fly", False):
        place = "play_level" if "play_level" in who.said else "swooping"
        yield Breach("ground-creature-in-air", (f"{who.at}/{place}",), {"creature": who.name})
