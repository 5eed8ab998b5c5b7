"""The caches that processes share, and what stands in for one that is away: then each process counts for itself.

With `CACHE_URL` it is Redis, shared by all machines; without it a file, shared by the processes of one machine. The
file and database caches of Django do not do for limits: their `incr` reads and writes in two steps.
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

logger = logging.getLogger(__name__)

RETRY_AFTER_FAILURE = 3.0
"""Seconds for which a cache that failed is not asked again, so that nobody waits for it each time."""

MAX_FALLBACK_ENTRIES = 100_000
"""Entries in the memory of a process: nobody gets rid of what was counted by asking for many things."""

WAIT = 1.0
"""Seconds that one process waits for another that writes to the file; writing takes a hundredth of a millisecond."""

FILE_CHECK_INTERVAL = 1.0
"""Seconds after which it is asked again whether the file is still the one that lies under its name."""

PRUNE_INTERVAL = 1_000
"""How often a process writes until it deletes what is over."""

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes of the file, which are enough for `MAX_ENTRIES` counters; its log comes on top, some 4 MB."""


class _Memory(LocMemCache):
    """The memory of this process."""

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Count up in one step, as `FallbackCache.tally` describes."""
        for _ in range(2):
            with suppress(ValueError):  # nearly always something is counted there already
                return self.incr(key, delta), sum(self.get_many(earlier).values())
            self.add(key, 0, timeout)
        return self.incr(key, delta), sum(self.get_many(earlier).values())


class FallbackCache(BaseCache):
    """A cache, and the memory of this process while that fails. Nothing that asks it ever sees it fail.

    What was kept before is not there meanwhile, and what is kept meanwhile is not there afterwards: both are what a
    cache may do. A limit that is counted in it is never switched off; it holds for each process instead of for all.
    """

    failures: ClassVar[tuple[type[Exception], ...]]

    def __init__(self, place: str, params: dict[str, Any]) -> None:
        super().__init__(place, params)  # type: ignore[arg-type,call-arg]  # of the cache that this is mixed into
        here = {key: value for key, value in params.items() if key != "OPTIONS"} | {"max_entries": MAX_FALLBACK_ENTRIES}
        self._fallback = _Memory(f"beside {place}", here)
        self._retry_at = 0.0

    @property
    def is_away(self) -> bool:
        """Whether the cache failed the last time it was asked."""
        return self._retry_at > 0

    def _ask(self, what: str, *args: Any, **kwargs: Any) -> Any:
        if not self._retry_at or time.monotonic() >= self._retry_at:
            try:
                result = getattr(super(), what)(*args, **kwargs)
            except self.failures as error:
                logger.error("The cache does not answer, so each process counts for itself: %s", error)
                self._retry_at = time.monotonic() + RETRY_AFTER_FAILURE
            else:
                self._retry_at = 0.0
                return result
        return getattr(self._fallback, what)(*args, **kwargs)

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Add `delta` to a number, 0 where there is none yet; return it, and the sum of those under the keys before it.

        Two that do so at once each see what the other has added, or one of them sees it.
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
    """Django's Redis, which counts in one message."""

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Count up in one step, as `FallbackCache.tally` describes."""
        made = self.make_key(key)
        pipe = self._cache.get_client(made, write=True).pipeline(transaction=False)
        pipe.incrby(made, delta)
        pipe.expire(made, timeout)
        pipe.mget([self.make_key(one) for one in earlier])
        counted, _, before = pipe.execute()
        return counted, sum(int(one) for one in before if one is not None)


class FallbackRedisCache(FallbackCache, _Redis):
    """Redis, and the memory of this process while Redis does not answer."""

    failures = (RedisError,)


class _File:
    """The SQLite file of a cache, as this process has it open: one connection, which its threads take in turn."""

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
        if not self._lock.acquire(timeout=WAIT):
            raise TimeoutError("another thread has the file")
        try:
            return self._open().execute(sql, tuple(values)).fetchall()
        except sqlite3.DatabaseError:
            self._connection = None  # the next that asks begins anew, with what lies there then
            raise
        finally:
            self._lock.release()

    def begin_anew(self) -> None:
        """Have nothing open, in a process that was forked: SQLite's connections, and locks, are their parent's.

        Not even closed is such a connection, lest the parent lose its locks.
        """
        self._of_parent, self._connection, self._lock = self._connection, None, threading.Lock()

    def _open(self) -> sqlite3.Connection:
        """Return the connection, a new one after somebody has put away or replaced the file."""
        now = time.monotonic()
        if self._connection is not None and 0 <= now - self._looked_at < FILE_CHECK_INTERVAL:
            return self._connection
        if self._connection is None or self._opened != self._lying():
            self._connection = None  # closed before the file is opened anew
            self._connection = self._connected()
            self._opened = self._lying()
        self._looked_at = now
        return self._connection

    def _lying(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _connected(self) -> sqlite3.Connection:
        """Return a new connection to the file, which is made where there is none, for its owner alone.

        Nothing is synchronised with the disk: the counts of a machine that lost its power are let go.
        """
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
        connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None, check_same_thread=False)
        _write_ahead(connection)
        for statement in (
            "PRAGMA synchronous=OFF",
            f"PRAGMA max_page_count={LARGEST_FILE // 4096}",
            "CREATE TABLE IF NOT EXISTS entry (key TEXT PRIMARY KEY, value, expires REAL NOT NULL) WITHOUT ROWID",
            "CREATE INDEX IF NOT EXISTS entry_expires ON entry (expires)",
        ):
            connection.execute(statement)
        return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Have the file keep a log. SQLite waits for nobody here: of several that begin at once all but one fail."""
    until = time.monotonic() + WAIT
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


def _begin_anew() -> None:
    for file in _files.values():
        file.begin_anew()


os.register_at_fork(after_in_child=_begin_anew)


class FileCache(BaseCache):
    """A cache in one SQLite file, shared by the processes of a machine, whose `add` and `incr` are one step each.

    Of more than `MAX_ENTRIES`, and when the file is full, those go first whose end is nearest.
    """

    def __init__(self, path: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._file = _files.setdefault(str(path), _File(Path(path)))

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep `value` unless there is something; return whether there was nothing."""
        sql = """INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
                 SET value = excluded.value, expires = excluded.expires WHERE expires <= ? RETURNING 1"""
        return bool(self._write(sql, key, value, timeout, version, time.time()))

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep `value`, whatever was there."""
        sql = """INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
                 SET value = excluded.value, expires = excluded.expires RETURNING 1"""
        self._write(sql, key, value, timeout, version)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return what is kept."""
        return self.get_many([key], version).get(key, default)

    def get_many(self, keys: Iterable[str], version: int | None = None) -> dict[str, Any]:
        """Return what is kept under which of the keys, in one look."""
        made = {self.make_and_validate_key(key, version): key for key in keys}
        placeholders = ", ".join("?" * len(made))
        sql = f"SELECT key, value FROM entry WHERE key IN ({placeholders}) AND expires > ?"  # noqa: S608 - question marks
        return {made[key]: _read(value) for key, value in self._file.execute(sql, [*made, time.time()])}

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        """Return a number that is kept, after adding `delta`. Raises ValueError where there is none."""
        sql = """UPDATE entry SET value = value + ? WHERE key = ? AND expires > ? AND typeof(value) = 'integer'
                 RETURNING value"""
        rows = self._file.execute(sql, (delta, self.make_and_validate_key(key, version), time.time()))
        if not rows:
            raise ValueError(f"Key '{key}' not found")
        return int(rows[0][0])

    def tally(self, key: str, earlier: Sequence[str], delta: int, timeout: int) -> tuple[int, int]:
        """Count up in one step, as `FallbackCache.tally` describes."""
        placeholders = ", ".join("?" * len(earlier))
        sql = f"""INSERT INTO entry VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET value = value + excluded.value
                  RETURNING value, (SELECT coalesce(sum(value), 0) FROM entry WHERE key IN ({placeholders}))"""  # noqa: S608
        now = time.time()
        ((counted, before),) = self._insert(sql, self.make_key(key), delta, now + timeout, *map(self.make_key, earlier))
        return counted, before

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep something for so long from now on; return whether there was something."""
        sql = "UPDATE entry SET expires = ? WHERE key = ? AND expires > ? RETURNING 1"
        made = self.make_and_validate_key(key, version)
        return bool(self._file.execute(sql, (self._end(timeout), made, time.time())))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Keep nothing; return whether there was something."""
        made = self.make_and_validate_key(key, version)
        sql = "DELETE FROM entry WHERE key = ? RETURNING expires > ?"
        return any(there for (there,) in self._file.execute(sql, (made, time.time())))

    def clear(self) -> None:
        """Keep nothing of all."""
        self._file.execute("DELETE FROM entry")

    def prune(self) -> None:
        """Delete what is over, and of too much what is over next."""
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
        """Write what may be a new entry; where there is no room make some."""
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
    """The file, and the memory of this process while the file cannot be read and written."""

    failures = (sqlite3.Error, OSError)


def _written(value: Any) -> Any:
    """Return a value as it is kept: a number as one, so that it can be counted up, anything else as bytes."""
    return value if type(value) is int and abs(value) < 2**62 else pickle.dumps(value, pickle.HIGHEST_PROTOCOL)


def _read(stored: Any) -> Any:
    return pickle.loads(stored) if isinstance(stored, bytes) else stored  # noqa: S301 - written by this site alone
