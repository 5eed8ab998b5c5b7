"""Caches shared between processes, each with a fallback: while the cache is unavailable, each process counts alone.

With `CACHE_URL` the cache is Redis, shared by all machines; without it a file, shared by the processes of one machine.
Django's file and database caches are not suitable for rate limits: their `incr` reads and writes in two steps.
"""

import logging
import os
import pickle
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from catalog import metrics

logger = logging.getLogger(__name__)

RETRY_SECONDS_AFTER_FAILURE = 3.0
"""Seconds during which a failed cache is not asked again, so that not every request waits for it."""

MAX_FALLBACK_ENTRIES = 100_000
"""Maximum number of entries in the memory of a process.

It is high, so that a client cannot displace its counters by sending many requests.
"""

BUSY_TIMEOUT_SECONDS = 1.0
"""Seconds that a process waits for another one that writes to the file; a write takes a hundredth of a millisecond."""

FILE_CHECK_SECONDS = 1.0
"""Seconds between checks whether the path still leads to the open file."""

PRUNE_INTERVAL = 1_000
"""Number of writes between deletions of expired entries."""

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Maximum size of the file in bytes, enough for the counters that `CACHES` allows. Its log takes about 4 MB more."""


class _Memory(LocMemCache):
    """The memory of this process as a cache."""

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Add to a counter in one step, as `FallbackCache.tally` describes."""
        for _ in range(2):
            with suppress(ValueError):  # nearly always the counter exists already
                return self.incr(key, delta), sum(self.get_many(earlier).values())
            self.add(key, 0, timeout)
        return self.incr(key, delta), sum(self.get_many(earlier).values())


class FallbackCache(BaseCache):
    """A cache that uses the memory of this process while the actual cache fails. Callers never see the failure.

    Entries from before the failure are missing during it, and entries made during it are missing afterwards, which a
    cache may do. A limit counted in this cache is never switched off: during a failure it applies to each process
    separately.
    """

    failures: ClassVar[tuple[type[Exception], ...]]

    def __init__(self, place: str, params: dict[str, Any]) -> None:
        super().__init__(place, params)  # type: ignore[arg-type,call-arg]  # the base is the mixed-in cache
        here = {key: value for key, value in params.items() if key != "OPTIONS"} | {"max_entries": MAX_FALLBACK_ENTRIES}
        self._fallback = _Memory(f"beside {place}", here)
        self._retry_at = 0.0

    @property
    def is_away(self) -> bool:
        """True if the last access to the cache failed."""
        return self._retry_at > 0

    def _ask(self, method: str, *args: Any, **kwargs: Any) -> Any:
        if not self._retry_at or time.monotonic() >= self._retry_at:
            try:
                result = getattr(super(), method)(*args, **kwargs)
            except self.failures as error:
                metrics.CACHE_FAILURES.inc()
                logger.error("The cache does not answer, so each process counts for itself: %s", error)
                self._retry_at = time.monotonic() + RETRY_SECONDS_AFTER_FAILURE
            else:
                self._retry_at = 0.0
                return result
        return getattr(self._fallback, method)(*args, **kwargs)

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Add `delta` to a counter, which starts at 0.

        Return its value, and the sum of the counters under the keys `earlier`. If two calls are concurrent, at least
        one sees the addition of the other.
        """
        counted: tuple[int, int] = self._ask("tally", key, earlier, delta, timeout)
        return counted

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("add", *args, **kwargs)

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get", *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("has_key", *args, **kwargs)

    def incr(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("incr", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("get_many", *args, **kwargs)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._ask("delete_many", *args, **kwargs)

    def clear(self) -> Any:
        return self._ask("clear")


class _Redis(RedisCache):
    """Django's Redis cache with a counter that takes one round trip."""

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Add to a counter in one step, as `FallbackCache.tally` describes."""
        made = self.make_key(key)
        pipe = self._cache.get_client(made, write=True).pipeline(transaction=False)
        pipe.incrby(made, delta)
        pipe.expire(made, timeout)
        pipe.mget([self.make_key(one) for one in earlier])
        counted, _, before = pipe.execute()
        return counted, sum(int(one) for one in before if one is not None)


class FallbackRedisCache(FallbackCache, _Redis):
    """Redis, with the memory of this process as a fallback."""

    failures = (RedisError,)


class _File:
    """The SQLite file of a cache in this process: one connection, used by one thread at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.written = 0
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None
        self._looked_at = 0.0
        self._of_parent: sqlite3.Connection | None = None

    def execute(self, sql: str, values: Iterable[Any] = ()) -> list[Any]:
        """Return the rows of a statement, which is a transaction of its own. Raises sqlite3.Error and OSError."""
        if not self._lock.acquire(timeout=BUSY_TIMEOUT_SECONDS):
            raise TimeoutError("another thread has the file")
        try:
            return self._open().execute(sql, tuple(values)).fetchall()
        except sqlite3.DatabaseError:
            self._connection = None  # the next call opens the file at the path again
            raise
        finally:
            self._lock.release()

    def reset_after_fork(self) -> None:
        """Drop the connection in a forked process: SQLite connections and locks belong to the parent.

        The connection is not even closed, because that would release the locks of the parent.
        """
        self._of_parent, self._connection, self._lock = self._connection, None, threading.Lock()

    def _open(self) -> sqlite3.Connection:
        """Return the connection, a new one if the file was deleted or replaced."""
        now = time.monotonic()
        if self._connection is not None and 0 <= now - self._looked_at < FILE_CHECK_SECONDS:
            return self._connection
        if self._connection is None or self._opened != self._file_identity():
            self._connection = None  # closed before the file is opened again
            self._connection = self._connected()
            self._opened = self._file_identity()
        self._looked_at = now
        return self._connection

    def _file_identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _connected(self) -> sqlite3.Connection:
        """Return a new connection to the file. A missing file is created, readable by its owner only.

        Writes are not synchronized to the disk: after a power failure the counters may be lost.
        """
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
        connection = sqlite3.connect(
            self.path, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, check_same_thread=False
        )
        _write_ahead(connection)
        for statement in (
            "PRAGMA synchronous=OFF",
            f"PRAGMA max_page_count={MAX_FILE_BYTES // 4096}",
            "CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID",
            "CREATE INDEX IF NOT EXISTS entry_expires ON entry (expires)",
        ):
            connection.execute(statement)
        return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch the file to write-ahead logging.

    SQLite does not wait here: if several calls are concurrent, all but one fail.
    """
    until = time.monotonic() + BUSY_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() >= until:
                raise
            time.sleep(0.01)
        else:
            return


_files: dict[str, _File] = {}
_NEVER = float("inf")


def _reset_after_fork() -> None:
    for file in _files.values():
        file.reset_after_fork()


os.register_at_fork(after_in_child=_reset_after_fork)


class FileCache(BaseCache):
    """A cache in one SQLite file, shared by the processes of a machine, with atomic `add` and `incr`.

    With more than `_max_entries` entries, or a full file, the entries that expire first are deleted.
    """

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._file = _files.setdefault(str(path), _File(Path(path)))

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Store `value` unless the key exists. Return whether it was stored."""
        sql = """INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
                 SET value = excluded.value, expires = excluded.expires WHERE expires <= ? RETURNING 1"""
        return bool(self._write(sql, key, value, timeout, version, time.time()))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        sql = """INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
                 SET value = excluded.value, expires = excluded.expires RETURNING 1"""
        self._write(sql, key, value, timeout, version)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self.get_many([key], version).get(key, default)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Return the values of those keys that exist, in one query."""
        made = {self.make_and_validate_key(key, version): key for key in keys}
        placeholders = ", ".join("?" * len(made))
        sql = f"SELECT key, value FROM entry WHERE key IN ({placeholders}) AND expires > ?"  # noqa: S608 - question marks
        return {made[key]: _read(value) for key, value in self._file.execute(sql, [*made, time.time()])}

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Add `delta` to a stored number and return the sum. Raises ValueError for a missing key."""
        sql = """UPDATE entry SET value = value + ? WHERE key = ? AND expires > ? AND typeof(value) = 'integer'
                 RETURNING value"""
        rows = self._file.execute(sql, (delta, self.make_and_validate_key(key, version), time.time()))
        if not rows:
            raise ValueError(f"Key '{key}' not found")
        return int(rows[0][0])

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Add to a counter in one step, as `FallbackCache.tally` describes."""
        placeholders = ", ".join("?" * len(earlier))
        sql = f"""INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = value + excluded.value
                  RETURNING value, (SELECT coalesce(sum(value), 0) FROM entry WHERE key IN ({placeholders}))"""  # noqa: S608
        now = time.time()
        ((counted, before),) = self._insert(sql, self.make_key(key), delta, now + timeout, *map(self.make_key, earlier))
        return counted, before

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Set a new timeout. Return whether the key exists."""
        sql = "UPDATE entry SET expires = ? WHERE key = ? AND expires > ? RETURNING 1"
        made = self.make_and_validate_key(key, version)
        return bool(self._file.execute(sql, (self._end(timeout), made, time.time())))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Delete a key. Return whether it existed."""
        made = self.make_and_validate_key(key, version)
        sql = "DELETE FROM entry WHERE key = ? RETURNING expires > ?"
        return any(there for (there,) in self._file.execute(sql, (made, time.time())))

    def clear(self) -> None:
        self._file.execute("DELETE FROM entry")

    def prune(self) -> None:
        """Delete expired entries; if there are still too many, also those that expire first."""
        self._file.execute("DELETE FROM entry WHERE expires <= ?", (time.time(),))
        ((number,),) = self._file.execute("SELECT count(*) FROM entry")
        if number > self._max_entries:
            self._drop(number - self._max_entries + self._max_entries // self._cull_frequency)

    def _drop(self, number: int) -> None:
        sql = "DELETE FROM entry WHERE key IN (SELECT key FROM entry ORDER BY expires LIMIT ?)"
        self._file.execute(sql, (number,))

    def _write(self, sql: str, key: str, value: Any, timeout: Any, version: int | None, *more: Any) -> list[Any]:
        return self._insert(sql, self.make_and_validate_key(key, version), _written(value), self._end(timeout), *more)

    def _insert(self, sql: str, *values: Any) -> list[Any]:
        """Run a statement that may add an entry, and make room for it if the file is full."""
        self._file.written += 1
        if self._file.written % PRUNE_INTERVAL == 0:
            self.prune()
        try:
            return self._file.execute(sql, values)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
                raise
            self._drop(PRUNE_INTERVAL)
            return self._file.execute(sql, values)

    def _end(self, timeout: Any) -> float:
        end = self.get_backend_timeout(timeout)
        return _NEVER if end is None else end


class FallbackFileCache(FallbackCache, FileCache):
    """The file cache, with the memory of this process as a fallback."""

    failures = (sqlite3.Error, OSError)


def _written(value: Any) -> Any:
    """Return a value in its stored form: integers unchanged, so that SQL can add to them, everything else pickled."""
    return value if type(value) is int and abs(value) < 2**62 else pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _read(stored: Any) -> Any:
    return pickle.loads(stored) if isinstance(stored, bytes) else stored  # noqa: S301 - written by this site alone
