"""A cache of values computed from releases, limited in bytes; releases share parts computed from a common revision.

A published release never changes, so cached values stay valid. Their memory is estimated from the number of entries,
one per card of each release, and of parts, counted once even if several releases use them.
"""

import gc
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from catalog import metrics
from catalog.snapshots import Snapshot

CachedValue = TypeVar("CachedValue")
CachedPart = TypeVar("CachedPart")

RevisionKey = tuple[int, Any]
"""The ID of a revision and its creation time; a database that replaces another one assigns IDs again."""

Parts = Mapping[RevisionKey, CachedPart]
"""Values computed from single revisions."""

MANY_PARTS = 1_000
"""The number of new parts of a release from which they are excluded from garbage collection, which reads everything."""


class _CacheEntry(NamedTuple, Generic[CachedValue, CachedPart]):
    made: CachedValue
    parts: Parts[CachedPart]


class _SharedParts(Generic[CachedPart]):
    """The cached parts of all releases in one scope, with the number of releases that use each."""

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
    """A cache for the most recently used releases. It is thread-safe; values are computed one at a time.

    At least `fewest` releases are kept regardless of their size, and more up to `most_bytes`, estimated with
    `entry_bytes` per card of a release and `part_bytes` per revision. Metrics have its `name`.
    """

    def __init__(self, name: str, *, fewest: int, most_bytes: int, entry_bytes: int, part_bytes: int) -> None:
        self.name = name
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
        scope: Hashable,
        snapshot: Snapshot,
        make: Callable[[Parts[CachedPart]], tuple[CachedValue, Parts[CachedPart]]],
    ) -> CachedValue:
        """Return the cached value for a scope of a release, such as one game; otherwise the result of `make`.

        `make` receives the cached parts of other releases in this scope and returns its value with the parts it used.
        Exceptions from `make` are not cached.
        """
        key = scope, snapshot
        with self._making:
            metrics.count_cache_read(self.name, hit=key in self._entries)
            if key not in self._entries:
                shared = self._shared.get(scope, _SharedParts())
                entry = self._entries[key] = _CacheEntry(*make(MappingProxyType(shared.parts)))
                is_large = not shared.parts or len(entry.parts.keys() - shared.parts.keys()) >= MANY_PARTS
                shared.add(entry.parts)
                self._shared[scope] = shared
                if is_large:
                    keep_from_collector()
                self._let_go()
            self._entries.move_to_end(key)
            return self._entries[key].made

    def clear(self) -> None:
        with self._making:
            self._entries.clear()
            self._shared.clear()

    def _let_go(self) -> None:
        """Remove the least recently used releases while the estimated size is above the limit."""
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
    """Exclude new long-lived objects from garbage collection, if the server has frozen its initial objects."""
    if gc.get_freeze_count():
        gc.collect()  # otherwise current garbage would never be collected
        gc.freeze()
