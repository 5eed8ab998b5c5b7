"""Remarks: notes of a verdict in addition to its findings. They come from no rule and change no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesapi.engine.core.library import Library
from rulesapi.engine.core.parsing import listed_slugs, places_of
from rulesapi.engine.values.messages import fill_template
from rulesapi.engine.values.model import Document, value_object

MIXED_SOURCES = "mixed-sources"
DOUBTFUL_FACT = "doubtful-fact"

TEMPLATES: Mapping[str, tuple[str, ...]] = {
    MIXED_SOURCES: ("The list mixes official cards with {cards} {cards:card|cards} of open sets: {sets}.",),
    DOUBTFUL_FACT: ("This verdict rests on a fact of {card} that is in doubt, {wanted}: {doubt}",),
}
"""The message templates of each remark, by its code without the game."""


@value_object
class Remark:
    """One remark, with the places it is about and the facts that its message is filled from."""

    code: str
    at: tuple[str, ...]
    facts: Mapping[str, Any]

    @property
    def message(self) -> str:
        """The remark in plain words."""
        return fill_template(TEMPLATES[self.code.rpartition("/")[2]], self.facts)

    def as_document(self) -> dict[str, Any]:
        """Return the remark as the verdict's document has it."""
        return {"code": self.code, "at": list(self.at), "message": self.message, "facts": dict(self.facts)}


def mixed_sources_remarks(library: Library, legion: Document) -> tuple[Remark, ...]:
    """Return the remarks on a legion or a team that mixes official and open cards."""
    open_cards = library.open_cards
    if not open_cards or open_cards.keys().isdisjoint(listed := listed_slugs(legion)):
        return ()
    others = set(listed) - open_cards.keys()
    if not others or library.cards.keys().isdisjoint(others):
        return ()
    places = tuple(places_of(legion, open_cards))
    slugs = sorted({open_cards[slug] for slug in set(listed) - others})
    facts = {"cards": len(places), "sets": [library.set_name(slug) for slug in slugs], "slugs": slugs}
    return (Remark(f"{library.game}/{MIXED_SOURCES}", places, facts),)
