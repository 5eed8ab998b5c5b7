"""A file of SQLite that was put in the place of another, while connections to the former one are open.

They go on reading and writing what has no name any more: a write would be answered as done and be gone with the last of
them. So the file at the path is compared with the one that was opened: as a request begins, where a new connection is
made, and before whatever writes, which is refused then.

What SQLite keeps beside the file goes with the last connection to it, and on a full disk cannot be made again: so a
server keeps one open.
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
    """The file that a connection is open to is no longer the one at its path. Nothing was written."""


def watch_connections() -> None:
    """Have every connection to SQLite watched from now on."""
    connection_created.connect(_opened, dispatch_uid="file of SQLite")
    request_started.connect(_open_anew, dispatch_uid="file of SQLite")


def keep_open() -> None:
    """Keep a connection to the file open as long as this process lives, so that it can be read from a full disk."""
    global _open_files
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor != "sqlite":
        return
    _open_files = _OpenConnection()
    with suppress(DatabaseError):  # the first request opens it then
        connection.ensure_connection()
        connection.close()


class _OpenConnection:
    """A connection that nobody uses, to the file that was opened last."""

    def __init__(self) -> None:
        self._file: tuple[int, int] | None = None
        self._connection: sqlite3.Connection | None = None

    def follow(self, name: str, file: tuple[int, int] | None) -> None:
        """Let the former file go, where this is another; two threads that do so at once do no harm."""
        if file is None or file == self._file:
            return
        with suppress(sqlite3.Error):
            connection = sqlite3.connect(name, check_same_thread=False)
            connection.execute("PRAGMA schema_version")
            self._file, self._connection = file, connection


_open_files: _OpenConnection | None = None


@contextmanager
def no_lock_wait() -> Iterator[None]:
    """Have a write to SQLite fail at once where somebody else writes; elsewhere it waits as it would."""
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
        if connection.connection is not None:  # it is closed where the file was replaced
            connection.connection.execute(f"PRAGMA busy_timeout = {usual}")


def is_replaced(connection: Any) -> bool:
    """Return whether the file of an open connection is no longer at its path. Costs one look at the folder."""
    opened = getattr(connection, "opened_file", None)
    return opened is not None and opened != _identity(connection)


def _identity(connection: Any) -> tuple[int, int] | None:
    """Return the number of the file at the path of a connection; None where there is none, as for one in memory."""
    try:
        found = os.stat(connection.settings_dict["NAME"])  # noqa: PTH116 - a Path is not made for each request
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _opened(connection: Any, **_: Any) -> None:
    """Remember which file was opened. What can only be read now is opened anew for the next request, or task."""
    if connection.vendor != "sqlite":
        return
    connection.opened_file = _identity(connection)
    if isinstance(connection.connection, ReadOnlyConnection):
        connection.close_at = monotonic()
    elif _open_files is not None and connection.alias == DEFAULT_DB_ALIAS:
        _open_files.follow(connection.settings_dict["NAME"], connection.opened_file)
    if _refuse not in connection.execute_wrappers:
        connection.execute_wrappers.append(_refuse)


def _open_anew(**_: Any) -> None:
    """Close a connection to a former file as a request begins; where no file is there now, it can still be read."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.connection is None or connection.in_atomic_block or connection.vendor != "sqlite":
        return
    if is_replaced(connection) and _identity(connection):
        connection.close()


def _refuse(execute: Any, sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Refuse to begin to write to a former file. A transaction that has begun was looked at as it began."""
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
