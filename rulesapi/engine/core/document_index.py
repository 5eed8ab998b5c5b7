"""Indexes of a library's documents: by slug, and the contents of sets by card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rulesapi.engine.values.model import Card, Document


def by_slug(documents: Iterable[Document], kind: str, read: Callable[[Document], Any]) -> Mapping[str, Any]:
    """Return the result of `read` for each document of a kind, by its slug and its former slugs."""
    found: dict[str, Any] = {}
    former: dict[str, Any] = {}
    for document in documents:
        if document["kind"] == kind:
            found[document["slug"]] = read(document)
            former |= dict.fromkeys(document.get("formerly", ()), found[document["slug"]])
    return MappingProxyType(former | found)


def contents_of(sets: Iterable[Document], cards: Mapping[str, Card]) -> dict[str, dict[Card, int]]:
    """Return the contents of each set that lists them; cards that are not in the library are left out."""
    return {
        document["slug"]: {cards[row["card"]]: row["copies"] for row in document["contents"] if row["card"] in cards}
        for document in sets
        if "contents" in document
    }
