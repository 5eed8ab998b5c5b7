"""Altitude Tokens: which of them a creature can have at its play level (p. 12)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesapi.engine.resolutions.model import Breach
from rulesapi.engine.resolutions.participants import Participant


def swooping_breaches(who: Participant, level: str | None) -> Iterator[Breach]:
    """The finding that a creature on the ground is said to swoop: one that swoops is in the air."""
    if level == "ground" and who.state("swooping", False):
        yield Breach("swooping-on-ground", (f"{who.at}/swooping",), {"creature": who.name})
