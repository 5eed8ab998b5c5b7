"""Documents that record which of their parts are read, so that input without effect can be reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, overload

from rulesapi.engine.values.model import Document

_WITH_PARTS = (dict, list)


class ReadDocument(Mapping[str, Any]):
    """A JSON object that records which of its fields are read. Its nested objects and lists do so as well."""

    __slots__ = ("_fields", "_parts", "_read", "_whole")

    def __init__(self, fields: Document) -> None:
        self._fields = fields
        self._read: set[str] = set()
        self._parts: dict[str, ReadDocument | ReadList] = {}
        self._whole = False

    def __getitem__(self, name: str) -> Any:
        value = self._fields[name]
        self._read.add(name)
        return _part(self._parts, name, value) if isinstance(value, _WITH_PARTS) else value

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field, or `default` if it is missing."""
        return self[name] if name in self._fields else default

    def __contains__(self, name: object) -> bool:
        if name not in self._fields:
            return False
        self._read.add(str(name))
        return True

    def __iter__(self) -> Iterator[str]:
        self._read.update(self._fields)
        return iter(self._fields)

    def __len__(self) -> int:
        self._read.update(self._fields)
        return len(self._fields)

    def __bool__(self) -> bool:
        """Return whether it has any field; this reads the first one."""
        self._read.update(islice(self._fields, 1))
        return bool(self._fields)

    @property
    def plain(self) -> Document:
        """The plain object."""
        return self._fields

    def read_whole(self) -> Document:
        """Return the plain object, and count everything in it as read."""
        self._whole = True
        return self._fields

    def note(self, pointer: str) -> None:
        """Record that the part at a pointer was read.

        If the part does not exist, the existing parts on the way to it count as read. If it is a list of words, all of
        its entries do.
        """
        part: Any = self
        for step in pointer.split("/")[1:]:
            key = int(step) if isinstance(part, ReadList) else step
            if isinstance(part, ReadDocument) and key not in part:
                return
            part = part[key]
        if isinstance(part, ReadList):
            len(part)

    def unread(self, pointer: str = "") -> Iterator[str]:
        """Yield the pointer of each part that was not read; nothing within such a part is listed."""
        for name, value in () if self._whole else self._fields.items():
            if name not in self._read:
                yield f"{pointer}/{name}"
            elif isinstance(value, _WITH_PARTS):
                yield from _part(self._parts, name, value).unread(f"{pointer}/{name}")


def peek(document: Document) -> Document:
    """Return the plain document without recording a read: for checks whose finding names the checked part."""
    return document.plain if isinstance(document, ReadDocument) else document


def peek_entries(entries: Sequence[Any]) -> Sequence[Any]:
    """Return the plain entries of a list without recording a read."""
    return entries.plain if isinstance(entries, ReadList) else entries


def read_whole(document: Document) -> Document:
    """Return the plain document and count everything in it as read, for a document that is looked up as a whole."""
    return document.read_whole() if isinstance(document, ReadDocument) else document


class ReadList(Sequence[Any]):
    """A list that records each entry that is read; a membership test reads the first equal entry."""

    __slots__ = ("_entries", "_parts", "_read")

    def __init__(self, entries: list[Any]) -> None:
        self._entries = entries
        self._read: set[int] = set()
        self._parts: dict[int, ReadDocument | ReadList] = {}

    @overload
    def __getitem__(self, place: int) -> Any: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Any]: ...
    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            return [self._entry(one) for one in range(*place.indices(len(self._entries)))]
        return self._entry(range(len(self._entries))[place])

    def _entry(self, place: int) -> Any:
        value = self._entries[place]
        self._read.add(place)
        return _part(self._parts, place, value) if isinstance(value, _WITH_PARTS) else value

    def __contains__(self, value: object) -> bool:
        place = next((place for place, entry in enumerate(self._entries) if entry == value), None)
        if place is not None:
            self._read.add(place)
        return place is not None

    @property
    def plain(self) -> list[Any]:
        """The plain list."""
        return self._entries

    def count(self, value: Any) -> int:
        """Return the number of entries equal to a value."""
        found = [place for place, entry in enumerate(self._entries) if entry == value]
        self._read.update(found)
        return len(found)

    def __len__(self) -> int:
        """Return the number of entries; this reads every entry."""
        self._read.update(range(len(self._entries)))
        return len(self._entries)

    def __iter__(self) -> Iterator[Any]:
        return map(self._entry, range(len(self._entries)))

    def __bool__(self) -> bool:
        """Return whether there is any entry; this reads the first one."""
        self._read.update(range(len(self._entries[:1])))
        return bool(self._entries)

    def unread(self, pointer: str) -> Iterator[str]:
        """Yield the pointer of each part that was not read."""
        for place, value in enumerate(self._entries):
            if place not in self._read:
                yield f"{pointer}/{place}"
            elif isinstance(value, _WITH_PARTS):
                yield from _part(self._parts, place, value).unread(f"{pointer}/{place}")


class Layered(Mapping[str, Any]):
    """Layered objects: each field comes from the first layer that has it. Creating it reads none of them."""

    __slots__ = ("_layers",)

    def __init__(self, *layers: Document) -> None:
        self._layers = layers

    def __getitem__(self, name: str) -> Any:
        for layer in self._layers:
            if name in layer:
                return layer[name]
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(name for layer in self._layers for name in layer))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _part(parts: dict[Any, ReadDocument | ReadList], key: Any, value: Any) -> ReadDocument | ReadList:
    """Return an object or a list within another one, wrapped so that it records its own reads."""
    part = parts.get(key)
    if part is None:
        part = parts[key] = ReadDocument(value) if isinstance(value, dict) else ReadList(value)
    return part
