"""Three-way merges of documents: what files brought last, what is published, and what they bring now.

A value that people have changed since the files brought it stays as it is published; every other value follows the
files. A source belongs to its value, so each value keeps the source of the side that it is taken from.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from catalog.documents.differences import ABSENT, differences
from catalog.documents.errors import json_pointer
from catalog.documents.provenance import Document, Entry, entry_pointer, source_of, value_at
from catalog.documents.schemas import NON_FACT_KEYS

UNKNOWN = object()
"""What files brought where nobody has recorded it."""
SOURCES = "/sources"


@dataclass(frozen=True, slots=True)
class KeptValue:
    """A published value that differs from the files because people have changed it.

    `before` is what the files brought when it was last settled (`UNKNOWN` where that is not recorded), `now` what they
    bring, `published` the value of the catalog; `ABSENT` where there is none.
    """

    pointer: str
    before: Any
    now: Any
    published: Any

    @property
    def is_conflict(self) -> bool:
        """Whether the files bring another value as well, or may do so."""
        return self.before is UNKNOWN or not is_same(self.before, self.now)


Choice = Callable[[KeptValue], bool]
"""Decides whether a merge takes the value of the files nevertheless."""


def keep_all(value: KeptValue) -> bool:
    """Keep every value that people have changed."""
    return False


def take_conflicts(value: KeptValue) -> bool:
    """Take what the files have changed as well."""
    return value.is_conflict


def take_all(value: KeptValue) -> bool:
    """Take every value of the files."""
    return True


@dataclass(frozen=True, slots=True)
class Base:
    """What both sides of a merge started from; `UNKNOWN` documents where that is not recorded.

    `files` is the document as files brought it, `published` the same as it was published, where fewer of its sources
    count as checked. `undecided` has, by pointer, the former file value of each conflict that nobody has settled.
    """

    files: Any = UNKNOWN
    published: Any = UNKNOWN
    undecided: Mapping[str, Any] = field(default_factory=dict)


class Unmergeable(Exception):
    """A merge that cannot say where a value is from: one side names no source, and the other side's covers it."""


def is_same(one: Any, other: Any) -> bool:
    """Return whether two JSON values are equal, with numbers and truth values told apart."""
    return next(differences(one, other), None) is None


def merge(
    base: Base, published: Document, incoming: Document, choice: Choice = keep_all
) -> tuple[Document, list[KeptValue]]:
    """Return the merged document, and the values that people have changed and on which the files differ.

    `choice` picks those that take the value of the files all the same. A slug that people have given always stays.
    Raises Unmergeable.
    """
    merging = _Merge(base, published, incoming, choice)
    return merging.document(), merging.told()


def keep_whole(base: Base, published: Document, incoming: Document) -> list[KeptValue]:
    """Return all values in which files differ from a published document that stays as a whole."""
    return [
        KeptValue(one.pointer, _former(base, one.pointer), one.after, one.before)
        for one in differences(published, incoming)
        if one.pointer != "/formerly"
    ]


def as_published(files: Document, revision: Document) -> Document:
    """Return a document of files with those sources of the revision it was published in that say the same.

    A publication counts sources as unchecked that were said to hold for new values; nobody has changed these.
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

    def told(self) -> list[KeptValue]:
        """Return the kept values, without the sources that go with a value that is kept or taken itself."""
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
        """Return whether a value is as it was published, and the source that it has for itself as well."""
        if before is UNKNOWN:  # where the files know the published slug as a former one, they have renamed it
            return pointer == "/slug" and published in self.incoming.get("formerly", ())
        if pointer in self.base.undecided or not is_same(before, published):
            return False
        return _own_entries(self.base.published, pointer) == _own_entries(self.published, pointer)

    def _settle_sources(self, merged: Document) -> None:
        """Give each value that the sides disagree about the source of its side."""
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
    """Return the former slugs of all, each once: a slug leads to its document for ever."""
    slugs = dict.fromkeys(one for document in documents for one in document.get("formerly", ()))
    slugs.pop(slug, None)
    return {"formerly": list(slugs)} if slugs else {}


def _own_entries(document: Document, pointer: str) -> tuple[Entry | None, dict[str, Entry]]:
    """Return the source that stands for a fact, unless it stands for the whole document, and those of its parts."""
    if pointer.split("/")[1] in NON_FACT_KEYS:
        return None, {}
    sources = document.get("sources", {})
    place = entry_pointer(document, pointer)
    return sources[place] if place else None, dict(_entries_below(sources, pointer))


def _entries_below(sources: Mapping[str, Entry], pointer: str) -> Iterator[tuple[str, Entry]]:
    return ((place, entry) for place, entry in sources.items() if place.startswith(f"{pointer}/"))


def _give_sources(merged: Document, pointer: str, origin: Document) -> None:
    """Have the fact at a pointer, and its parts, sourced as in the document that it comes from. Raises Unmergeable."""
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
