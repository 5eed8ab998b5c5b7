"""Connections to SQLite where nothing can be written: on a disk that is full, and on one that may only be read."""

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
"""What SQLite says where it cannot make the index of its log, without which it does not read either."""


class ReadOnlyConnection(sqlite3.Connection):
    """A connection that was opened where nothing can be written, and never will write."""


def connect(database: str, **options: Any) -> sqlite3.Connection:
    """Return a connection to a file; one that only reads where the file or what stands beside it cannot be written.

    Without a log beside the file the latter is made only where nothing was in that. It is to be closed soon: when there
    is room again others write. Raises sqlite3.Error.
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
    """Return whether all that was written to a database stands in its own file, and nothing in its log."""
    log = file.with_name(f"{file.name}-wal")
    return file.exists() and not (log.exists() and log.stat().st_size)
