"""Where the facts of a document are from: an entry stands for the fact that its pointer names, and all below that."""

from typing import Any

from .errors import json_pointer
from .schemas import NON_FACT_KEYS


def source_of(document: dict[str, Any], pointer: str) -> dict[str, Any] | None:
    """Return the source that stands for the fact at `pointer`: the nearest entry above it, or None."""
    sources = document.get("sources", {})
    while pointer not in sources and pointer:
        pointer = pointer.rpartition("/")[0]
    return sources.get(pointer)


def sources_of(document: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """Return the sources of the fact `key`: that of the whole fact, then those of its parts."""
    whole = source_of(document, json_pointer(key))
    parts = sorted(pointer for pointer in document["sources"] if pointer.startswith(f"{json_pointer(key)}/"))
    return [*([whole] if whole else []), *(document["sources"][pointer] for pointer in parts)]


def unsourced(document: dict[str, Any]) -> list[str]:
    """Return the pointers of the known facts of which no source says where they are from."""
    sources = document.get("sources", {})
    if "" in sources:
        return []
    covered = {pointer.split("/")[1] for pointer in sources}
    return [
        json_pointer(key)
        for key, value in document.items()
        if value is not None and key not in NON_FACT_KEYS and key not in covered
    ]
