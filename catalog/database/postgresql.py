"""Connections to PostgreSQL that are given up when the server does not answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

import psycopg
from psycopg.errors import _WaitTimeout

CHECK = 1
"""Seconds for a connection of the pool to show that it is alive, before it is handed out."""

_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def response_deadline(seconds: float) -> Iterator[None]:
    """Give up any connection that has not answered when so many seconds are over, counted from now.

    Within another such limit the one that is over first holds.
    """
    outer, until = _until.get(), monotonic() + seconds
    token = _until.set(until if outer is None else min(outer, until))
    try:
        yield
    finally:
        _until.reset(token)


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server has not answered in time.

    The limits that a server keeps are no help where it hangs, its machine has stopped or the network loses what it
    says; TCP finds out about the last two alone, and late.
    """

    reply: float = 12.0
    """Seconds within which the server answers anything at all."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises OperationalError, and closes the connection, where none comes in time."""
        until = _until.get()
        left = self.reply if until is None else max(0.0, min(self.reply, until - monotonic()))
        try:
            return super().wait(gen, interval, left if timeout is None else min(left, timeout))
        except _WaitTimeout:
            if timeout is not None and timeout <= left:
                raise  # who named it deals with it
            self.close()
            raise psycopg.OperationalError(f"PostgreSQL has not answered within {left:.1f} seconds") from None

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        """Ask without a cursor, as the pool does to see whether the connection is alive, and nobody else."""
        with response_deadline(CHECK):
            return super().execute(*args, **kwargs)


def bounded_connection(reply: float) -> type[BoundedConnection]:
    """Return the class of connections that answer within so many seconds."""
    return type("BoundedConnection", (BoundedConnection,), {"reply": reply})
