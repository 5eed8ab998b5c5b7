"""What was made of releases, kept in the process up to so many bytes; releases share what is made of one revision.

A published release never changes, so that what was made of it stays true. How much memory it takes is estimated: its
entries, one for each card of each release, and the cards themselves, each counted once however many releases have it.
"""

import gc
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar

from catalog.publishing.snapshots import Snapshot

CachedValue = TypeVar("CachedValue")
CachedPart = TypeVar("CachedPart")

RevisionKey = tuple[int, Any]
"""The id of a revision and its time: a database that is put in the place of another counts its ids anew."""

Parts = Mapping[RevisionKey, CachedPart]
"""What is made of single revisions."""


class _CacheEntry(NamedTuple, Generic[CachedValue, CachedPart]):
    made: CachedValue
    parts: Parts[CachedPart]


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
                shared: dict[RevisionKey, CachedPart] = {}
                for (other, _), entry in self._entries.items():
                    if other == of:
                        shared |= entry.parts
                self._entries[key] = _CacheEntry(*make(shared))
                keep_from_collector()
                self._let_go()
            self._entries.move_to_end(key)
            return self._entries[key].made

    def clear(self) -> None:
        """Forget everything."""
        with self._making:
            self._entries.clear()

    def _let_go(self) -> None:
        """Let go of what was asked for longest ago while all together take too much."""
        shared = Counter(revision for entry in self._entries.values() for revision in entry.parts)
        entries = shared.total()
        while len(self._entries) > self.fewest and self._bytes(entries, len(shared)) > self.most_bytes:
            _, gone = self._entries.popitem(last=False)
            entries -= len(gone.parts)
            for revision in gone.parts:
                shared[revision] -= 1
                if not shared[revision]:
                    del shared[revision]

    def _bytes(self, entries: int, parts: int) -> int:
        return entries * self.entry_bytes + parts * self.part_bytes


def keep_from_collector() -> None:
    """Keep what was made from being walked through again and again, in a server that keeps what it started with so."""
    if gc.get_freeze_count():
        gc.collect()  # else what is waste at this moment would stay for good
        gc.freeze()
