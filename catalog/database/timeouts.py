"""Database timeouts: seconds for requests, much longer limits for commands and the worker.

A waiting request holds a server thread, so it fails early. Migrations, backups, imports, tasks of the worker and other
commands of `manage.py` have limits of their own. This module does not import Django, so that the settings can import
it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Timeouts(NamedTuple):
    """Timeouts in seconds."""

    connect: int
    """Until a connection to PostgreSQL is made. The minimum of libpq is 2."""

    lock: int
    """Until a locked row, table or index is free, on PostgreSQL."""

    turn: int
    """Until another write to the catalog has ended, on PostgreSQL (`publishing.releases.lock_writers`)."""

    busy: int
    """Until another write has ended, on SQLite, which has one writer at a time."""

    statement: int
    """Until one statement is done, including waits for locks, on PostgreSQL. A publication takes many statements."""

    idle: int
    """Until PostgreSQL ends an idle transaction and releases its locks."""

    reply: int
    """Until PostgreSQL has answered at all; after that the connection is closed.

    A hanging server enforces none of the limits above, and one behind a broken network cannot report them.
    """

    unacknowledged: int
    """Until the other side has acknowledged the data sent to it."""


REQUESTS = Timeouts(connect=2, lock=3, turn=5, busy=5, statement=10, idle=60, reply=12, unacknowledged=5)
WORK = Timeouts(connect=10, lock=20, turn=20, busy=20, statement=3600, idle=3600, reply=3660, unacknowledged=30)
NAMED = {"requests": REQUESTS, "work": WORK}
SERVING = {"runserver", "serve"}
"""Commands of `manage.py` that answer requests, or start a server that does."""

POOL_WAIT_SECONDS = 1.5
"""Seconds that a request waits for a pooled connection: short, so that requests fail early during an outage."""


def for_process(arguments: Sequence[str], named: str = "") -> Timeouts:
    """Return the named timeouts, or the timeouts for this command line. Raises KeyError for an unknown name.

    A command of `manage.py` counts as work. Any other process counts as a server.
    """
    if named:
        return NAMED[named]
    command = Path(arguments[0]).name in {"manage.py", "django-admin"} and arguments[1:2]
    serves = "config.wsgi" in sys.modules or not command or command[0] in SERVING
    return REQUESTS if serves else WORK


def sqlite_options(limits: Timeouts) -> dict[str, Any]:
    from catalog.database.sqlite import connect

    pragmas = ["journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"]
    if limits == REQUESTS:
        pragmas.append("temp_store=MEMORY")  # sorting the results of a query needs no disk space
    return {
        "factory": connect,
        "timeout": limits.busy,
        "transaction_mode": "IMMEDIATE",
        "init_command": "".join(f"PRAGMA {pragma};" for pragma in pragmas),
    }


def postgresql_options(limits: Timeouts, *, most: int, url_options: str = "") -> dict[str, Any]:
    """Return the options of PostgreSQL connections, at most `most` for each process.

    `url_options` are server options from the address of the database. They come last, so they win.
    """
    from catalog.database.postgresql import bounded_connection

    server = {
        "lock_timeout": limits.lock,
        "statement_timeout": limits.statement,
        "idle_in_transaction_session_timeout": limits.idle,
    }
    return {
        "pool": {
            "min_size": 1,
            "max_size": most,
            "timeout": POOL_WAIT_SECONDS if limits == REQUESTS else limits.connect,
            "reconnect_timeout": 3,  # then the next request tries again, and nobody waits for a late attempt
            "connection_class": bounded_connection(limits.reply),
        },
        "connect_timeout": limits.connect,
        "keepalives": 1,
        "keepalives_idle": limits.unacknowledged,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": limits.unacknowledged * 1_000,
        "options": " ".join([*(f"-c {name}={seconds}s" for name, seconds in server.items()), url_options]).strip(),
    }
