"""How the documents of a library are put on its shelves: by their slugs, and the contents of sets by card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rulesapi.engine.values.model import Card, Document


def by_slug(documents: Iterable[Document], kind: str, read: Callable[[Document], Any]) -> Mapping[str, Any]:
    """What is read of the documents of a kind, by their slugs and their former ones."""
    found: dict[str, Any] = {}
    former: dict[str, Any] = {}
    for document in documents:
        if document["kind"] == kind:
            found[document["slug"]] = read(document)
            former |= dict.fromkeys(document.get("formerly", ()), found[document["slug"]])
    return MappingProxyType(former | found)


def contents_of(sets: Iterable[Document], cards: Mapping[str, Card]) -> dict[str, dict[Card, int]]:
    """What is in each set that says so; cards that are not in the library are left out."""
    return {
        document["slug"]: {cards[row["card"]]: row["copies"] for row in document["contents"] if row["card"] in cards}
        for document in sets
        if "contents" in document
    }
