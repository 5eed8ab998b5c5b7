"""How long anything waits for the database: a request for seconds, a command or the worker for as long as work takes.

A request that waits holds a thread of the server, so it is told soon that its turn has not come. Migrations, backups,
imports, tasks of the worker and other commands of `manage.py` have limits as well, of their own. Nothing of Django is
needed here, so that the settings can import it.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple


class Timeouts(NamedTuple):
    """Seconds, all of them."""

    connect: int
    """Until a connection to PostgreSQL is made; libpq takes 2 at least."""

    lock: int
    """Until a row, a table or an index that somebody else holds is free, on PostgreSQL."""

    turn: int
    """Until whoever writes to the catalog has ended, on PostgreSQL (`publishing.releases.lock_writers`)."""

    busy: int
    """Until whoever writes has ended, on SQLite, which has one writer at a time."""

    statement: int
    """Until one statement is done, waiting for locks included, on PostgreSQL. A publication is many statements."""

    idle: int
    """Until a transaction in which nothing is said any more is ended by PostgreSQL, and its locks with it."""

    reply: int
    """Until PostgreSQL has answered anything at all; then the connection is given up. A server that hangs keeps none of
    the limits above, and one behind a broken network cannot tell of them."""

    unacknowledged: int
    """Until the other side of the network has taken what was sent to it."""


REQUESTS = Timeouts(connect=2, lock=3, turn=5, busy=5, statement=10, idle=60, reply=12, unacknowledged=5)
WORK = Timeouts(connect=10, lock=20, turn=20, busy=20, statement=3600, idle=3600, reply=3660, unacknowledged=30)
NAMED = {"requests": REQUESTS, "work": WORK}
SERVING = {"runserver", "serve"}
"""Commands of `manage.py` that answer requests, or start who does."""

POOL_WAIT = 1.5
"""Seconds that a request waits for a connection of the pool: while the database is away, the refusal comes soon."""


def for_process(arguments: Sequence[str], named: str = "") -> Timeouts:
    """Return the limits of a process: those that are named, else by what it was started as. Raises KeyError.

    A command of `manage.py` works; anything else is taken for a server, unless it is known not to be one.
    """
    if named:
        return NAMED[named]
    command = Path(arguments[0]).name in {"manage.py", "django-admin"} and arguments[1:2]
    serves = "config.wsgi" in sys.modules or not command or command[0] in SERVING
    return REQUESTS if serves else WORK


def sqlite_options(limits: Timeouts) -> dict[str, Any]:
    """Return the options of a connection to SQLite."""
    from catalog.database.sqlite import connect

    pragmas = ["journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"]
    if limits == REQUESTS:
        pragmas.append("temp_store=MEMORY")  # who sorts what is read needs no room on a disk
    return {
        "factory": connect,
        "timeout": limits.busy,
        "transaction_mode": "IMMEDIATE",
        "init_command": "".join(f"PRAGMA {pragma};" for pragma in pragmas),
    }


def postgresql_options(limits: Timeouts, *, most: int, url_options: str = "") -> dict[str, Any]:
    """Return the options of connections to PostgreSQL, at most so many a process.

    `given` are options for the server that stand in the address of the database; they come last, so they win.
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
            "timeout": POOL_WAIT if limits == REQUESTS else limits.connect,
            "reconnect_timeout": 3,  # then the next request has it tried again, and nobody waits for a late turn
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
