"""Readiness of this process: whether it can serve, and which parts are degraded.

A process is ready if it can read published cards and render pages. Other failures are reported as degraded parts but do
not affect readiness: an instance taken out of service for a full disk or a missing worker could not serve cards either.
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

DATABASE_TIMEOUT_SECONDS = 1.5
"""The time in seconds for all database checks: two seconds, less the wait for a free thread while other requests wait
for the same database.
"""
DISK_TIMEOUT_SECONDS = 0.5
"""The time in seconds for a check of a disk; a hanging disk never responds."""
RESERVED_BYTES = 64 * 2**20
"""The bytes of a disk that do not count as free space."""
RECENT_SECONDS = 60.0
"""The seconds for which a write that failed for lack of space counts."""
_PROBE = "readyz"


class Readiness(NamedTuple):
    """The readiness to serve cards and pages, and the names of the degraded parts."""

    ready: bool
    degraded: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join(["ready" if self.ready else "not ready", *self.degraded])


_last_reported = Readiness(True)


def check_readiness() -> Readiness:
    """Run all checks; log the result if it changed since the last call."""
    global _last_reported
    _import_migrations()
    with _database_timeout():
        found = _look()
    if found != _last_reported:
        logger.warning("The state changed from %s to %s.", _last_reported, found)
        _last_reported = found
    return found


def _look() -> Readiness:
    """Run all checks. Without static files every page is an error, so this process is not ready."""
    if not _passes("cards", _cards_can_be_read):
        return Readiness(False)
    parts = _degraded_parts()
    return Readiness("static" not in parts, tuple(parts))


def _database_timeout() -> AbstractContextManager[None]:
    """Return a context that limits the wait for PostgreSQL; SQLite readers never wait."""
    if connection.vendor != "postgresql":
        return nullcontext()
    from catalog.database.postgresql import response_deadline

    return response_deadline(DATABASE_TIMEOUT_SECONDS)


_CHECKS: dict[str, Callable[[], bool]] = {
    "migrations": lambda: _is_migrated(),
    "tables": lambda: not structure.missing_columns(),
    "database": lambda: _can_be_written(),
    "disk": lambda: _within_timeout("disk", _has_disk_space),
    "worker": lambda: bool(leases.alive()),
    "cache": lambda: _within_timeout("cache", partial(_is_cached, caches[DEFAULT_CACHE_ALIAS])),
    "static": lambda: _within_timeout("static files", static_files.are_collected),
}
PARTS = tuple(_CHECKS)
"""The names of the parts that may be degraded."""


def _degraded_parts() -> list[str]:
    return [name for name, is_well in _CHECKS.items() if not _passes(name, is_well)]


def _passes(name: str, is_well: Callable[[], bool]) -> bool:
    try:
        return is_well()
    except Exception as error:
        logger.error("Check of %s failed: %s: %s", name, type(error).__name__, error)
        return False


_running_checks: defaultdict[str, Lock] = defaultdict(Lock)


def _within_timeout(name: str, is_well: Callable[[], bool]) -> bool:
    """Return the result of a check of files. Raises TimeoutError if it takes too long, and the errors of the check.

    The check runs in a thread, which may continue after the timeout; no other one is started before it ends.
    """
    if not _running_checks[name].acquire(timeout=DISK_TIMEOUT_SECONDS):
        raise TimeoutError("an earlier check has not ended")
    found: Future[bool] = Future()

    def look() -> None:
        try:
            found.set_result(is_well())
        except Exception as error:
            found.set_exception(error)
        finally:
            _running_checks[name].release()

    Thread(target=look, name=f"check the {name}", daemon=True).start()
    return found.result(DISK_TIMEOUT_SECONDS)


def _cards_can_be_read() -> bool:
    """Return whether all columns of published cards are readable, in the database file at the configured path."""
    if sqlite_file.is_replaced(connection):
        return False
    snapshots.newest()
    Revision.objects.select_related("record").order_by("pk").first()
    return True


def _is_migrated() -> bool:
    """Return whether all migrations of this version are applied; newer ones may be, during an update."""
    try:
        _check_migrations()
    except LookupError:
        return False
    return True


@cache
def _import_migrations() -> None:
    """Import all migration modules once, since that takes seconds on a busy machine and should not count as database
    time.
    """
    MigrationLoader(None)


@cache
def _check_migrations() -> None:
    """Raise LookupError if migrations are missing. The result that all are applied is cached."""
    executor = MigrationExecutor(connection)
    if missing := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise LookupError(f"{len(missing)} migrations are not applied")


def _can_be_written() -> bool:
    """Return whether the database seems writable, without writing, and no write has failed recently."""
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
    """Return whether files can be written to VAR_DIR, and there is free space there and next to the database."""
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
    """Return whether the cache stores values; its fallback does not count, since it is not shared."""
    shared_cache.set(_PROBE, "kept", timeout=10)
    return shared_cache.get(_PROBE) == "kept" and not getattr(shared_cache, "is_away", False)
