"""The tables of a test database: migrated once for each state of the code, then copied.

Running all migrations takes seconds, for which each process of each run of pytest would wait.
"""

import fcntl
import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connections

from catalog.management.commands.migrate import Command

FOLDER = settings.BASE_DIR / "var" / "test-tables"
PRODUCT = ("config", "catalog", "rulesapi", "legions", "operations")


def state_of_the_code() -> str:
    """Return a digest of everything that the migrated tables depend on."""
    digest = hashlib.sha256()
    root = Path(settings.BASE_DIR)
    files = sorted(file for app in PRODUCT for file in (root / app).rglob("*.py"))
    for file in [root / "requirements.lock", *files]:
        digest.update(b"%b\0%b\0" % (str(file.relative_to(root)).encode(), file.read_bytes()))
    return digest.hexdigest()[:16]


class KeptFile:
    """SQLite tables in a file."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.file = FOLDER / f"{state_of_the_code()}.sqlite3"

    def is_there(self) -> bool:
        return self.file.exists()

    def copy(self) -> None:
        """Write the tables into the database of the connection."""
        self.connection.ensure_connection()
        with closing(sqlite3.connect(self.file)) as made:
            made.backup(self.connection.connection)

    def keep(self) -> None:
        """Write the tables of the connection into the file, and delete files of former states of the code."""
        for former in FOLDER.glob("*.sqlite3"):
            former.unlink()
        part = self.file.with_suffix(".part")
        with closing(sqlite3.connect(part)) as written:
            self.connection.connection.backup(written)
        part.replace(self.file)


class KeptDatabase:
    """PostgreSQL tables in a separate database.

    Each PostgreSQL user has its own: only its owner can drop a database.
    """

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.prefix = f"muster_test_tables_{connection.settings_dict['USER']}_"
        self.name = f"{self.prefix}{state_of_the_code()}"

    @cached_property
    def all_names(self) -> list[str]:
        with self.connection._nodb_cursor() as cursor:
            cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [self.prefix])
            return [name for (name,) in cursor.fetchall()]

    def is_there(self) -> bool:
        return self.name in self.all_names

    def copy(self) -> None:
        """Create the database of the connection again as a copy."""
        tested = self.connection.settings_dict["NAME"]
        self._execute(f'DROP DATABASE "{tested}"', f'CREATE DATABASE "{tested}" TEMPLATE "{self.name}"')

    def keep(self) -> None:
        """Copy the database of the connection, in place of copies of former states of the code."""
        drops = [f'DROP DATABASE "{name}"' for name in self.all_names]
        tested = self.connection.settings_dict["NAME"]
        self._execute(*drops, f'CREATE DATABASE "{self.name}" TEMPLATE "{tested}"')

    def _execute(self, *statements: str) -> None:
        """Execute statements that require that nobody is connected to the copied or dropped database."""
        self.connection.close()
        self.connection.close_pool()
        with self.connection._nodb_cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)


KEPT = {"sqlite": KeptFile, "postgresql": KeptDatabase}


@contextmanager
def copied_tables() -> Iterator[None]:
    """Copy the tables of a test database, or create them and store the copy if there is none."""
    usual = Command.handle

    def handle(self: Command, *args: Any, **options: Any) -> None:
        if not options["run_syncdb"]:  # only the creation of a test database sets this option
            usual(self, *args, **options)
            return
        connection = connections[options["database"]]
        FOLDER.mkdir(parents=True, exist_ok=True)
        with (FOLDER / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # one process creates the tables that all copy
            kept = KEPT[connection.vendor](connection)
            if kept.is_there():
                kept.copy()
            else:
                usual(self, *args, **options)
                kept.keep()

    Command.handle = handle
    try:
        yield
    finally:
        Command.handle = usual
