"""The texts of an adventure for human readers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any


def adventure_texts(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield all texts of an adventure, in reading order."""
    yield document["name"]
    yield document["text"]
    for side in document["sides"]:
        yield from filter(None, (side["name"], side["objective"]))
        yield from side.get("exits", ())
    yield from (piece["what"] for piece in document.get("pieces", ()))
    yield from document["special_rules"]
    yield from (outcome["text"] for outcome in document["outcomes"])
    for question in document.get("questions", ()):
        yield question["text"]
        yield from (reading["text"] for reading in question["readings"])
    yield from _texts_in(document.get("translations", ()))
    yield from (f"{one['source']} {one.get('note', '')}".strip() for one in document["sources"].values())


def _texts_in(value: Any) -> Iterator[str]:
    """Yield all strings in a translation, from any field."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts_in(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _texts_in(one)
