"""SQLite connections on a full or read-only disk."""

import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

NO_SIDE_FILE_ERRORS = {
    "SQLITE_IOERR_SHMSIZE",
    "SQLITE_IOERR_SHMOPEN",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY_CANTINIT",
    "SQLITE_READONLY_DIRECTORY",
}
"""SQLite error codes if the index of its log cannot be created, without which SQLite does not read either."""


class ReadOnlyConnection(sqlite3.Connection):
    """A connection opened where nothing can be written. It never writes."""


def connect(database: str, **options: Any) -> sqlite3.Connection:
    """Return a connection to a file; a read-only one if the file or the files next to it cannot be written.

    If the log cannot be created, the connection is read-only and is only made if the log is empty. It should be closed
    soon, since others write as soon as there is room again. Raises sqlite3.Error.
    """
    only_reads = Path(database).exists() and not os.access(database, os.W_OK)
    connection = (ReadOnlyConnection if only_reads else sqlite3.Connection)(database, **options)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.OperationalError as error:
        connection.close()
        if error.sqlite_errorname not in NO_SIDE_FILE_ERRORS or not _is_whole(Path(database)):
            raise
        address = f"file:{quote(database)}?mode=ro&immutable=1"
        return ReadOnlyConnection(address, **{**options, "uri": True})
    return connection


def _is_whole(file: Path) -> bool:
    """Return whether the file contains all data of the database, with an empty or missing log."""
    log = file.with_name(f"{file.name}-wal")
    return file.exists() and not (log.exists() and log.stat().st_size)
