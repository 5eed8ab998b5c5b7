"""What was made of releases, kept in the process up to so many bytes; releases share what is made of one revision.

A published release never changes, so that what was made of it stays true. How much memory it takes is estimated: its
entries, one for each card of each release, and the cards themselves, each counted once however many releases have it.
"""

import gc
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from catalog.snapshots import Snapshot

CachedValue = TypeVar("CachedValue")
CachedPart = TypeVar("CachedPart")

RevisionKey = tuple[int, Any]
"""The id of a revision and its time: a database that is put in the place of another counts its ids anew."""

Parts = Mapping[RevisionKey, CachedPart]
"""What is made of single revisions."""


class _CacheEntry(NamedTuple, Generic[CachedValue, CachedPart]):
    made: CachedValue
    parts: Parts[CachedPart]


class _SharedParts(Generic[CachedPart]):
    """The parts of all releases that are kept of one thing, and how many of these have each."""

    def __init__(self) -> None:
        self.parts: dict[RevisionKey, CachedPart] = {}
        self.users: Counter[RevisionKey] = Counter()

    def add(self, parts: Parts[CachedPart]) -> None:
        self.parts |= parts
        self.users.update(parts.keys())

    def remove(self, parts: Parts[CachedPart]) -> None:
        self.users.subtract(parts.keys())
        for revision in parts:
            if not self.users[revision]:
                del self.users[revision], self.parts[revision]


class ReleaseCache(Generic[CachedValue, CachedPart]):
    """What was made of the releases asked for last; safe for threads, which make one at a time.

    `fewest` are kept whatever they take, more of them up to `most_bytes`, where each card of a release takes
    `entry_bytes` and what is made of a revision `part_bytes`.
    """

    def __init__(self, *, fewest: int, most_bytes: int, entry_bytes: int, part_bytes: int) -> None:
        self.fewest = fewest
        self.most_bytes = most_bytes
        self.entry_bytes = entry_bytes
        self.part_bytes = part_bytes
        self._entries: OrderedDict[tuple[Hashable, Snapshot], _CacheEntry[CachedValue, CachedPart]] = OrderedDict()
        self._shared: dict[Hashable, _SharedParts[CachedPart]] = {}
        self._making = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def get(
        self,
        of: Hashable,
        snapshot: Snapshot,
        make: Callable[[Parts[CachedPart]], tuple[CachedValue, Parts[CachedPart]]],
    ) -> CachedValue:
        """Return what is kept of a release, such as of its cards of one game; else what `make` makes.

        `make` gets the parts that are there of other releases of the same, and returns the parts that it used as well.
        What it raises is not kept.
        """
        key = of, snapshot
        with self._making:
            if key not in self._entries:
                shared = self._shared.get(of, _SharedParts())
                entry = self._entries[key] = _CacheEntry(*make(MappingProxyType(shared.parts)))
                shared.add(entry.parts)
                self._shared[of] = shared
                keep_from_collector()
                self._let_go()
            self._entries.move_to_end(key)
            return self._entries[key].made

    def clear(self) -> None:
        """Forget everything."""
        with self._making:
            self._entries.clear()
            self._shared.clear()

    def _let_go(self) -> None:
        """Let go of what was asked for longest ago while all together take too much."""
        while len(self._entries) > self.fewest and self._bytes() > self.most_bytes:
            (of, _), gone = self._entries.popitem(last=False)
            self._shared[of].remove(gone.parts)
            if not any(other == of for other, _ in self._entries):
                del self._shared[of]

    def _bytes(self) -> int:
        entries = sum(len(entry.parts) for entry in self._entries.values())
        parts = sum(len(shared.parts) for shared in self._shared.values())
        return entries * self.entry_bytes + parts * self.part_bytes


def keep_from_collector() -> None:
    """Keep what was made from being walked through again and again, in a server that keeps what it started with so."""
    if gc.get_freeze_count():
        gc.collect()  # else what is waste at this moment would stay for good
        gc.freeze()
