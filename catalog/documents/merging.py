"""Three-way merges of documents: the former state of the files, the published state, and the new state of the files.

A published value that people have changed since the last import is kept; every other value follows the files. A source
belongs to its value, so each value keeps the source of the side that it is taken from.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalog.documents.differences import ABSENT, differences
from catalog.documents.errors import json_pointer
from catalog.documents.provenance import Document, Entry, entry_pointer, source_of, value_at
from catalog.documents.schemas import NON_FACT_KEYS

UNKNOWN = object()
"""Marks a former file value that was not recorded."""
SOURCES = "/sources"


@dataclass(frozen=True, slots=True)
class KeptValue:
    """A published value that differs from the files because people have changed it.

    `before` is the file value at the time of the last decision (`UNKNOWN` if not recorded), `now` the new file value,
    `published` the value of the catalog; `ABSENT` if there is none.
    """

    pointer: str
    before: Any
    now: Any
    published: Any

    @property
    def is_conflict(self) -> bool:
        """True if the file value has changed as well, or may have changed."""
        return self.before is UNKNOWN or not is_same(self.before, self.now)


Choice = Callable[[KeptValue], bool]
"""A function that returns whether a merge takes the file value of a changed value."""


def keep_all(value: KeptValue) -> bool:
    """Keep all values that people have changed."""
    return False


def take_conflicts(value: KeptValue) -> bool:
    """Take the file value of all conflicts."""
    return value.is_conflict


def take_all(value: KeptValue) -> bool:
    """Take all file values."""
    return True


@dataclass(frozen=True, slots=True)
class Base:
    """The common ancestor of both sides of a merge. Documents that were not recorded are `UNKNOWN`.

    `files` is the document as imported, `published` the document as published from it, with fewer sources that count as
    checked. `undecided` has the former file values of unresolved conflicts, keyed by pointer.
    """

    files: Any = UNKNOWN
    published: Any = UNKNOWN
    undecided: Mapping[str, Any] = field(default_factory=dict)


class Unmergeable(Exception):
    """A merge without a defined source for a value: one side names none, and the other side's source would cover it."""


def is_same(first: Any, second: Any) -> bool:
    """Return whether two JSON values are equal. Numbers and booleans are never equal."""
    return next(differences(first, second), None) is None


def merge(
    base: Base, published: Document, incoming: Document, choice: Choice = keep_all
) -> tuple[Document, list[KeptValue]]:
    """Return the merged document, and the conflicts: values changed both by people and in the files.

    `choice` selects the conflicts that take the file value. A slug assigned by people is always kept. Raises
    Unmergeable.
    """
    merging = _Merge(base, published, incoming, choice)
    return merging.document(), merging.reported_values()


def keep_whole(base: Base, published: Document, incoming: Document) -> list[KeptValue]:
    """Return all differences between the files and a published document that is kept as a whole."""
    return [
        KeptValue(one.pointer, _former(base, one.pointer), one.after, one.before)
        for one in differences(published, incoming)
        if one.pointer != "/formerly"
    ]


def as_published(files: Document, revision: Document) -> Document:
    """Return a file document in which sources are marked as unchecked if its published revision differs only in that.

    A publication marks sources as unchecked if they were only confirmed for new values. Such changes were not made by
    people.
    """
    sources = dict(files.get("sources", {}))
    for place, entry in revision.get("sources", {}).items():
        own = source_of(files, place)
        if own is not None and entry in (own, {**own, "checked": False}):
            sources[place] = entry
    return {**files, "sources": sources}


class _Merge:
    def __init__(self, base: Base, published: Document, incoming: Document, choice: Choice) -> None:
        self.base = base
        self.published = published
        self.incoming = incoming
        self.choice = choice
        self.kept: list[KeptValue] = []
        self.taken: list[str] = []

    def document(self) -> Document:
        merged: Document = self._members(self.base.files, self.base.published, self.published, self.incoming, "")
        merged |= _all_former_slugs(merged["slug"], self.published, self.incoming)
        if "sources" in merged:
            self._settle_sources(merged)
        return merged

    def reported_values(self) -> list[KeptValue]:
        """Return the kept values. The source of a value that was itself kept or taken is left out."""
        pointers = [*(value.pointer for value in self.kept), *self.taken]
        facts = [pointer for pointer in pointers if not pointer.startswith(f"{SOURCES}/")]
        own = {f"{SOURCES}{json_pointer(fact)}" for fact in facts}
        of_parts = tuple(f"{SOURCES}{json_pointer(f'{fact}/')}" for fact in facts)
        return [value for value in self.kept if not (value.pointer in own or value.pointer.startswith(of_parts))]

    def _value(self, files_before: Any, published_before: Any, published: Any, incoming: Any, pointer: str) -> Any:
        is_entry = pointer.startswith(f"{SOURCES}/")
        if isinstance(published, dict) and isinstance(incoming, dict) and not is_entry:
            return self._members(files_before, published_before, published, incoming, pointer)
        return self._single(files_before, published_before, published, incoming, pointer)

    def _members(self, files_before: Any, published_before: Any, published: Any, incoming: Any, pointer: str) -> Any:
        merged = {}
        for key in sorted(published.keys() | incoming.keys()):
            value = self._value(
                _member(files_before, key),
                _member(published_before, key),
                published.get(key, ABSENT),
                incoming.get(key, ABSENT),
                pointer + json_pointer(key),
            )
            if value is not ABSENT:
                merged[key] = value
        return merged

    def _single(self, files_before: Any, published_before: Any, published: Any, incoming: Any, pointer: str) -> Any:
        if pointer == "/formerly" or is_same(published, incoming):
            return published
        value = KeptValue(pointer, self.base.undecided.get(pointer, files_before), incoming, published)
        if self._is_untouched(published_before, published, pointer):
            if not value.is_conflict:
                return published
            self.taken.append(pointer)
            return incoming
        self.kept.append(value)
        if pointer == "/slug" or not self.choice(value):
            return published
        self.taken.append(pointer)
        return incoming

    def _is_untouched(self, before: Any, published: Any, pointer: str) -> bool:
        """Return whether people have changed neither a value nor its own sources since it was published."""
        if before is UNKNOWN:  # if the files list the published slug as a former one, they have renamed the document
            return pointer == "/slug" and published in self.incoming.get("formerly", ())
        if pointer in self.base.undecided or not is_same(before, published):
            return False
        return _own_entries(self.base.published, pointer) == _own_entries(self.published, pointer)

    def _settle_sources(self, merged: Document) -> None:
        """Give each value in which the sides differ the source of its side."""
        taken = set(self.taken)
        stayed = [value.pointer for value in self.kept if value.pointer not in taken]
        for origin, pointers in ((self.published, stayed), (self.incoming, self.taken)):
            for pointer in pointers:
                if pointer.split("/")[1] not in NON_FACT_KEYS:
                    _give_sources(merged, pointer, origin)


def _former(base: Base, pointer: str) -> Any:
    if pointer in base.undecided:
        return base.undecided[pointer]
    return UNKNOWN if base.files is UNKNOWN else value_at(base.files, pointer)


def _member(value: Any, key: str) -> Any:
    if value is UNKNOWN:
        return UNKNOWN
    return value.get(key, ABSENT) if isinstance(value, dict) else ABSENT


def _all_former_slugs(slug: str, *documents: Document) -> dict[str, list[str]]:
    """Return the former slugs of all documents, each once: a slug leads to its document forever."""
    slugs = dict.fromkeys(one for document in documents for one in document.get("formerly", ()))
    slugs.pop(slug, None)
    return {"formerly": list(slugs)} if slugs else {}


def _own_entries(document: Document, pointer: str) -> tuple[Entry | None, dict[str, Entry]]:
    """Return the source entry of a fact, unless one for the whole document covers it, and the entries of its parts."""
    if pointer.split("/")[1] in NON_FACT_KEYS:
        return None, {}
    sources = document.get("sources", {})
    place = entry_pointer(document, pointer)
    return sources[place] if place else None, dict(_entries_below(sources, pointer))


def _entries_below(sources: Mapping[str, Entry], pointer: str) -> Iterator[tuple[str, Entry]]:
    return ((place, entry) for place, entry in sources.items() if place.startswith(f"{pointer}/"))


def _give_sources(merged: Document, pointer: str, origin: Document) -> None:
    """Give the fact at a pointer and its parts the sources of its origin. Raises Unmergeable."""
    theirs = origin.get("sources", {})
    sources = {
        place: entry
        for place, entry in merged["sources"].items()
        if place != pointer and not place.startswith(f"{pointer}/")
    }
    if pointer in theirs:
        sources[pointer] = theirs[pointer]
    sources |= dict(_entries_below(theirs, pointer))
    merged["sources"] = sources
    if value_at(origin, pointer) in (None, ABSENT):
        return
    entry = source_of(origin, pointer)
    if entry is None and source_of(merged, pointer) is not None:
        raise Unmergeable(pointer)
    if entry is not None and source_of(merged, pointer) != entry:
        sources[pointer] = entry
