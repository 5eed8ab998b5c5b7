"""The tables of a test database: migrations make them once for each state of the code, then they are copied.

To go through all migrations takes seconds, which each process of each run of pytest would wait for.
"""

import fcntl
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

from catalog.management.commands.migrate import Command

FOLDER = settings.VAR_DIR / "test-tables"


def state_of_the_code() -> str:
    """Return a digest of all that migrations and what follows them may depend on."""
    digest = hashlib.sha256(sqlite3.sqlite_version.encode())
    root = Path(settings.BASE_DIR)
    files = [
        file
        for app in ("config", "catalog", "rulesapi", "legions", "operations")
        for file in (root / app).rglob("*.py")
    ]
    for file in [root / "requirements.lock", *sorted(files)]:
        digest.update(b"%b\0%b\0" % (str(file.relative_to(root)).encode(), file.read_bytes()))
    return digest.hexdigest()[:16]


@contextmanager
def copied_tables() -> Iterator[None]:
    """Have the tables of a test database of SQLite copied, or made and kept for others where nobody has made them."""
    usual = Command.handle

    def handle(self: Command, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        if (
            connection.vendor != "sqlite" or not options["run_syncdb"]
        ):  # which is asked for where a test database is made
            usual(self, *args, **options)
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        file = FOLDER / f"{state_of_the_code()}.sqlite3"
        with (FOLDER / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # the processes of a run begin at once, and one makes what all copy
            if file.exists():
                connection.ensure_connection()
                with closing(sqlite3.connect(file)) as made:
                    made.backup(connection.connection)
            else:
                usual(self, *args, **options)
                _keep(connection.connection, file)

    Command.handle = handle
    try:
        yield
    finally:
        Command.handle = usual


def _keep(made: sqlite3.Connection, file: Path) -> None:
    """Write tables to a file, in place of those of former states of the code."""
    for former in FOLDER.glob("*.sqlite3"):
        former.unlink()
    part = file.with_suffix(".part")
    with closing(sqlite3.connect(part)) as written:
        made.backup(written)
    part.replace(file)
