"""Facts that are lists of which only a part is known, such as the factions that a creature certainly has.

While the list is unknown, another fact of the card has its known part. A list that is filled in must contain that part.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulesapi.engine.values.model import Document

PartialFacts = Mapping[str, str]
"""The name of the fact with the known part, by the name of the list."""


def contradicted_parts(document: Document, partial_facts: PartialFacts) -> list[str]:
    """Return the names of known lists of a document that lack something of their known part."""
    return [
        whole
        for whole, part in partial_facts.items()
        if document.get(whole) is not None and not set(document.get(part) or ()).issubset(document[whole])
    ]
