"""Files that nobody reads but who runs Muster: the database, what stands beside it, keys, pictures, backups."""

import os
from contextlib import suppress
from pathlib import Path

UMASK = 0o077
"""What is taken from the permissions of each file and folder that a process of ours makes."""
FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""The permissions of files that are brought in or collected, and of the folders they stand in."""


def restrict_file_access(database: Path | None = None) -> None:
    """Have this process make files for its own user alone, and close an SQLite database that was made openly before.

    What SQLite keeps beside it gets the permissions that the database has. A file of somebody else is left as it is.
    """
    os.umask(UMASK)
    if database is not None:
        for file in (database, *(database.with_name(f"{database.name}-{what}") for what in ("wal", "shm", "journal"))):
            with suppress(OSError):
                mode = file.stat().st_mode & 0o777
                if mode & UMASK:
                    file.chmod(mode & ~UMASK)
