"""Whether this process can serve, and what of it is missing.

Ready is who can read published cards and draw pages. What else is amiss is named, and keeps nobody from reading: an
instance that is taken out of service for a full disk or a worker that is away would take the cards along.
"""

import logging
import os
import tempfile
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AbstractContextManager, nullcontext
from functools import cache, partial
from pathlib import Path
from threading import Lock, Thread
from typing import NamedTuple

from django.conf import settings
from django.core.cache import DEFAULT_CACHE_ALIAS, caches
from django.core.cache.backends.base import BaseCache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from catalog import snapshots
from catalog.background import leases
from catalog.database import errors, sqlite_file, structure
from catalog.database.sqlite import ReadOnlyConnection
from catalog.models import Revision
from legions.site import static_files

logger = logging.getLogger(__name__)

DATABASE_TIMEOUT = 1.5
"""Seconds within which the database has to have answered everything: two, less what it takes until a thread is free
while others wait for the same database."""
DISK_TIMEOUT = 0.5
"""Seconds within which a disk has to have answered; one that hangs never does."""
RESERVED_BYTES = 64 * 2**20
"""Bytes of a disk that are not counted as room."""
RECENT_SECONDS = 60.0
"""Seconds for which a write that failed for want of room counts."""
_PROBE = "readyz"


class Readiness(NamedTuple):
    """Whether cards and pages can be served, and the names of the parts that are amiss."""

    ready: bool
    degraded: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join(["ready" if self.ready else "not ready", *self.degraded])


_last_reported = Readiness(True)


def check_readiness() -> Readiness:
    """Look at everything; write into the log what has changed since the last look."""
    global _last_reported
    _import_migrations()
    with _database_timeout():
        found = _look()
    if found != _last_reported:
        logger.warning("This process was: %s. Now it is: %s.", _last_reported, found)
        _last_reported = found
    return found


def _look() -> Readiness:
    """Look at everything. Without static files every page is an error, so this process is not ready."""
    if not _passes("cards", _cards_can_be_read):
        return Readiness(False)
    parts = _degraded_parts()
    return Readiness("static" not in parts, tuple(parts))


def _database_timeout() -> AbstractContextManager[None]:
    """Give up a PostgreSQL that does not answer in time. Who reads from SQLite waits for nobody."""
    if connection.vendor != "postgresql":
        return nullcontext()
    from catalog.database.postgresql import response_deadline

    return response_deadline(DATABASE_TIMEOUT)


def _degraded_parts() -> list[str]:
    """Return the names of what is not in order."""
    parts: dict[str, Callable[[], bool]] = {
        "migrations": _is_migrated,
        "tables": lambda: not structure.missing_columns(),
        "database": _can_be_written,
        "disk": lambda: _within_timeout("disk", _has_disk_space),
        "worker": lambda: bool(leases.alive()),
        "cache": lambda: _within_timeout("cache", partial(_is_cached, caches[DEFAULT_CACHE_ALIAS])),
        "static": lambda: _within_timeout("static files", static_files.are_collected),
    }
    return [name for name, is_well in parts.items() if not _passes(name, is_well)]


def _passes(name: str, is_well: Callable[[], bool]) -> bool:
    try:
        return is_well()
    except Exception as error:
        logger.error("Looking at %s: %s: %s", name, type(error).__name__, error)
        return False


_running_checks: defaultdict[str, Lock] = defaultdict(Lock)


def _within_timeout(name: str, is_well: Callable[[], bool]) -> bool:
    """Return what a look at files says. Raises TimeoutError where it takes too long, besides what the look raises.

    It is a thread that is left waiting then. Until that has ended no other is begun.
    """
    if not _running_checks[name].acquire(timeout=DISK_TIMEOUT):
        raise TimeoutError("an earlier look has not ended")
    found: Future[bool] = Future()

    def look() -> None:
        try:
            found.set_result(is_well())
        except Exception as error:
            found.set_exception(error)
        finally:
            _running_checks[name].release()

    Thread(target=look, name=f"look at the {name}", daemon=True).start()
    return found.result(DISK_TIMEOUT)


def _cards_can_be_read() -> bool:
    """Return whether all columns of published cards are there, in the file that is at its place."""
    if sqlite_file.is_replaced(connection):
        return False
    snapshots.newest()
    Revision.objects.select_related("record").order_by("pk").first()
    return True


def _is_migrated() -> bool:
    """Return whether all migrations of this program are applied; newer ones may be, while versions are exchanged."""
    try:
        _check_migrations()
    except LookupError:
        return False
    return True


@cache
def _import_migrations() -> None:
    """Import the modules of all migrations once: on a busy machine that takes seconds, which are not the database's."""
    MigrationLoader(None)


@cache
def _check_migrations() -> None:
    """Raise LookupError while migrations are missing. Once all are applied that stays so and is not asked again."""
    executor = MigrationExecutor(connection)
    if missing := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise LookupError(f"{len(missing)} migrations are not applied")


def _can_be_written() -> bool:
    """Return whether the database takes writes, as far as can be told without one, and none has failed just now."""
    if errors.write_failed_recently(RECENT_SECONDS):
        return False
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'")
            return bool(cursor.fetchone()[0])
    if isinstance(connection.connection, ReadOnlyConnection):
        return False
    file = Path(connection.settings_dict["NAME"])
    return not file.exists() or (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _has_disk_space() -> bool:
    """Return whether files can be written where Muster keeps its own, and there is room beside the database."""
    with tempfile.TemporaryFile(dir=settings.VAR_DIR) as file:
        file.write(bytes(4_096))
    folders = {Path(settings.VAR_DIR)}
    if connection.vendor == "sqlite" and Path(connection.settings_dict["NAME"]).exists():
        folders.add(Path(connection.settings_dict["NAME"]).parent)
    for folder in folders:
        found = os.statvfs(folder)
        if found.f_bavail * found.f_frsize < RESERVED_BYTES:
            return False
    return True


def _is_cached(shared_cache: BaseCache) -> bool:
    """Return whether the cache keeps what it is given; what stands in for it is not shared."""
    shared_cache.set(_PROBE, "kept", timeout=10)
    return shared_cache.get(_PROBE) == "kept" and not getattr(shared_cache, "is_away", False)
