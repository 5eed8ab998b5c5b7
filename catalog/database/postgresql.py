"""PostgreSQL connections with a client-side timeout."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import Any

import psycopg
from psycopg.errors import _WaitTimeout

LIVENESS_TIMEOUT_SECONDS = 1
"""Seconds for the liveness check of a pooled connection before it is handed out."""

_until: ContextVar[float | None] = ContextVar("until", default=None)


@contextmanager
def response_deadline(seconds: float) -> Iterator[None]:
    """Close any connection that has not answered within this number of seconds from now.

    Of nested deadlines the earliest applies.
    """
    outer, until = _until.get(), monotonic() + seconds
    token = _until.set(until if outer is None else min(outer, until))
    try:
        yield
    finally:
        _until.reset(token)


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed if the server does not answer in time.

    Limits enforced by the server do not help if it hangs, its machine has stopped, or the network loses its answers.
    TCP only detects the last two, and late.
    """

    reply: float = 12.0
    """Seconds within which the server has to answer."""

    def wait(self, gen: Any, interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer. Raises OperationalError and closes the connection if there is none in time."""
        until = _until.get()
        left = self.reply if until is None else max(0.0, min(self.reply, until - monotonic()))
        try:
            return super().wait(gen, interval, left if timeout is None else min(left, timeout))
        except _WaitTimeout:
            if timeout is not None and timeout <= left:
                raise  # this timeout belongs to the caller
            self.close()
            raise psycopg.OperationalError(f"PostgreSQL has not answered within {left:.1f} seconds") from None

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        """Execute without a cursor. Only the pool does so, to check that the connection is alive."""
        with response_deadline(LIVENESS_TIMEOUT_SECONDS):
            return super().execute(*args, **kwargs)


def bounded_connection(reply: float) -> type[BoundedConnection]:
    """Return a connection class whose server has to answer within this number of seconds."""
    return type("BoundedConnection", (BoundedConnection,), {"reply": reply})
