"""Detection of a replaced SQLite file while connections to the former file are open.

Such connections read and write a file without a name: a write would seem to succeed, and be lost when the last
connection closes. Therefore the file at the path is compared with the opened one at the beginning of a request, when a
connection is made, and before every write, which is then refused.

SQLite removes the files next to the database with the last connection, and cannot create them again on a full disk. A
server therefore keeps one connection open.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from django.core.signals import request_started
from django.db import DatabaseError, OperationalError, connections
from django.db.backends.signals import connection_created
from django.db.utils import DEFAULT_DB_ALIAS

from catalog.database.sqlite import ReadOnlyConnection

READ_STATEMENTS = ("SELECT", "PRAGMA", "EXPLAIN")


class DatabaseReplaced(OperationalError):
    """A write to a file that is no longer the one at its path. Nothing was written."""


def watch_connections() -> None:
    """Watch all SQLite connections made from now on."""
    connection_created.connect(_opened, dispatch_uid="file of SQLite")
    request_started.connect(_close_replaced, dispatch_uid="file of SQLite")


def keep_open() -> None:
    """Keep a connection to the file open as long as this process lives, so that it can be read on a full disk."""
    global _open_files
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        return
    _open_files = _OpenConnection()
    with suppress(DatabaseError):  # the first request opens it in that case
        connection.ensure_connection()
        connection.close()


class _OpenConnection:
    """An idle connection to the most recently opened file."""

    def __init__(self) -> None:
        self._file: tuple[int, int] | None = None
        self._connection: sqlite3.Connection | None = None

    def follow(self, name: str, file: tuple[int, int] | None) -> None:
        """Switch to another file if it changed. Concurrent calls are harmless."""
        if file is None or file == self._file:
            return
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(name, check_same_thread=False)
            connection.execute("PRAGMA schema_version")
            self._file, self._connection = file, connection


_open_files: _OpenConnection | None = None


@contextmanager
def no_lock_wait() -> Iterator[None]:
    """Let a write to SQLite fail at once if another one is in progress. Other databases wait as usual."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()
    (usual,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
    connection.connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        if connection.connection is not None:  # it was closed if the file was replaced
            connection.connection.execute(f"PRAGMA busy_timeout = {usual}")


def is_replaced(connection: Any) -> bool:
    """Return whether the file of an open connection is no longer at its path. Costs one `stat` call."""
    opened = getattr(connection, "opened_file", None)
    return opened is not None and opened != _identity(connection)


def _identity(connection: Any) -> tuple[int, int] | None:
    """Return device and inode of the file at the path of a connection; None if there is no file."""
    try:
        found = os.stat(connection.settings_dict["NAME"])  # noqa: PTH116 - a Path is not made for each request
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _opened(connection: Any, **_: Any) -> None:
    """Record the identity of the opened file. A read-only connection is closed after the request or task."""
    if connection.vendor != "sqlite":
        return
    connection.opened_file = _identity(connection)
    if isinstance(connection.connection, ReadOnlyConnection):
        connection.close_at = monotonic()
    elif _open_files is not None and connection.alias == DEFAULT_DB_ALIAS:
        _open_files.follow(connection.settings_dict["NAME"], connection.opened_file)
    if _refuse not in connection.execute_wrappers:
        connection.execute_wrappers.append(_refuse)


def _close_replaced(**_: Any) -> None:
    """Close a connection to a former file at the start of a request.

    Without a file at the path it stays open for reading.
    """
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.connection is None or connection.in_atomic_block or connection.vendor != "sqlite":
        return
    if is_replaced(connection) and _identity(connection):
        connection.close()


def _refuse(execute: Any, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Refuse to start a write to a former file. A transaction was checked at its beginning."""
    connection = context["connection"]
    if (
        not connection.in_atomic_block
        and not str(sql).lstrip().upper().startswith(READ_STATEMENTS)
        and is_replaced(connection)
    ):
        if _identity(connection):
            connection.close()
        raise DatabaseReplaced(
            f"{connection.settings_dict['NAME']} is no longer the file that was opened; nothing was written"
        )
    return execute(sql, params, many, context)
