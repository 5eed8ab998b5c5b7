"""File permissions that restrict the database, its journals, keys, pictures and backups to the account running
Muster.
"""

import os
from contextlib import suppress
from pathlib import Path

UMASK = 0o077
"""The permission bits removed from each file and folder that Muster's processes create."""
FILE_MODE, FOLDER_MODE = 0o600, 0o700
"""The permissions of uploaded or collected files, and of their folders."""


def restrict_file_access(database: Path | None = None) -> None:
    """Set the umask of this process, and restrict an SQLite database that was created with open permissions.

    The files that SQLite creates next to it inherit its permissions. A file owned by another account is left unchanged.
    """
    os.umask(UMASK)
    if database is not None:
        for file in (database, *(database.with_name(f"{database.name}-{what}") for what in ("wal", "shm", "journal"))):
            with suppress(OSError):
                mode = file.stat().st_mode & 0o777
                if mode & UMASK:
                    file.chmod(mode & ~UMASK)
