"""Remarks: what a verdict says of a list beside its findings. No rule asks for it, and it changes no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.messages import fill_template
from rulesapi.engine.core.model import Document, value_object
from rulesapi.engine.core.names import sorted_pointers
from rulesapi.engine.core.parsing import listed_cards

MIXED_SOURCES = "mixed-sources"

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    MIXED_SOURCES: ("Official cards stand beside {cards} {cards:card|cards} of open sets: {sets}.",),
}
"""What each remark says, filled from its facts as a finding is from its own; by its code without the game."""


@value_object
class Remark:
    """One remark, with the places that it is about and the facts that its message is filled from."""

    code: str
    at: tuple[str, ...]
    facts: Mapping[str, Any]

    @property
    def message(self) -> str:
        """What is remarked, in plain words."""
        return fill_template(TEMPLATES[self.code.rpartition("/")[2]], self.facts)

    def as_document(self) -> dict[str, Any]:
        """The remark as the verdict's document has it."""
        return {"code": self.code, "at": list(self.at), "message": self.message, "facts": dict(self.facts)}


def remarks_on(library: Library, legion: Document) -> tuple[Remark, ...]:
    """All that is remarked on a legion or a team."""
    if not library.open_cards:
        return ()
    listed = list(listed_cards(legion))
    places = [at for at, slug in listed if slug in library.open_cards]
    if not places or not any(slug in library.cards and slug not in library.open_cards for _, slug in listed):
        return ()
    slugs = sorted({library.open_cards[slug] for _, slug in listed if slug in library.open_cards})
    facts = {"cards": len(places), "sets": [library.set_name(slug) for slug in slugs], "slugs": slugs}
    return (Remark(f"{library.game}/{MIXED_SOURCES}", sorted_pointers(places), facts),)
