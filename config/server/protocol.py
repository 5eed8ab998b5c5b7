"""Connections: uvicorn's HTTP protocol with deadlines, and limits of what one connection and all together may hold."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http import httptools_impl

from config.server import resource_limits

HEADERS_TOO_LARGE = "The head of the request is too large."


class BoundedProtocol(httptools_impl.HttpToolsProtocol):
    """One connection.

    At any time either the client is waited for, then `_deadline` runs, or Django is, or the client reads an answer,
    then `_write_deadline` runs while more is to be written than the transport takes. A connection whose deadline has
    passed is ended at once. `application` has the deadlines for bodies.
    """

    waiting: dict[BoundedProtocol, None] = {}  # for a client, to ask, to send or to read; the longest first

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None
        self._write_deadline: asyncio.TimerHandle | None = None
        self._in_head = False
        self._head_bytes = 0
        self._gathered = 0  # bytes since the parser has last handed something on
        self._body_complete = True
        self._half_closed = False
        self._answered: httptools_impl.RequestResponseCycle | None = None

    # -- the connection ---------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a head. When there are too many connections, end the one that has waited longest."""
        super().connection_made(transport)
        self._expect_within(resource_limits.HEADERS_TIMEOUT)
        if len(self.connections) > resource_limits.MAX_CONNECTIONS:
            next(iter(self.waiting)).transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection and its deadlines."""
        self._end_deadline()
        self._end_write_deadline()
        self.waiting.pop(self, None)
        self._disconnect()
        super().connection_lost(exc)

    def eof_received(self) -> bool:  # type: ignore[override]  # asyncio reads what it returns, uvicorn's returns nothing
        """Answer what was asked whole before the client ended its side; end the connection where nothing was.

        Returns whether the other side stays open, as a transport asks.
        """
        self._half_closed = True
        exchange = self.pipeline[0][0] if self.pipeline else self.cycle
        if not self._body_complete:
            self.send_400_response("The body ended too early.")
            return True
        if exchange is None or exchange.response_complete:
            return False
        exchange.keep_alive = False
        return True

    def _expect_within(self, seconds: float) -> None:
        self._end_deadline()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)
        self.waiting[self] = None

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
            self._end_waiting()

    def _end_waiting(self) -> None:
        if self._deadline is self._write_deadline is None and self._body_complete:
            self.waiting.pop(self, None)

    def pause_writing(self) -> None:
        """Give the client a while to read something."""
        super().pause_writing()
        self._end_write_deadline()
        self._write_deadline = self.loop.call_later(resource_limits.WRITE_TIMEOUT, self.transport.abort)
        self.waiting[self] = None

    def resume_writing(self) -> None:
        """Go on writing."""
        self._end_write_deadline()
        super().resume_writing()

    def _end_write_deadline(self) -> None:
        if self._write_deadline is not None:
            self._write_deadline.cancel()
            self._write_deadline = None
            self._end_waiting()

    # -- what is asked ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read what has come, unless it is a header, or what stands between the pieces of a body, without an end.

        The parser gathers a header until it is whole, and copies all of it with each piece.
        """
        self._gathered += len(data)
        super().data_received(data)
        if self._gathered > resource_limits.MAX_HEADER_BYTES and not self.transport.is_closing():
            self.send_400_response(HEADERS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin to read a head."""
        super().on_message_begin()
        self._in_head, self._head_bytes, self._body_complete = True, 0, False
        self._expect_within(resource_limits.HEADERS_TIMEOUT)

    def on_url(self, url: bytes) -> None:
        """Take a piece of the address."""
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; one that comes after a chunked body is none of the request."""
        if self._in_head:
            self._count(name, value)
            super().on_header(name, value)

    def _count(self, *parts: bytes) -> None:
        self._head_bytes += sum(map(len, parts)) + 4
        if self._head_bytes > resource_limits.MAX_HEADER_BYTES:
            raise ValueError(HEADERS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        """Begin to answer. Who asks more ahead than is kept is not answered."""
        self._in_head, self._gathered = False, 0
        self._end_deadline()
        if len(self.pipeline) >= resource_limits.MAX_PIPELINED:
            raise ValueError("Too many requests were sent ahead.")
        if self.parser.get_http_version() not in {"1.0", "1.1"}:
            raise ValueError("Only HTTP/1.0 and HTTP/1.1 are understood.")
        connection: dict[object, object] = {"is_closing": self.transport.is_closing, "abort": self._abort}
        self.scope["extensions"] = {"muster.connection": connection}
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: httptools_impl.RequestResponseCycle, app: Any) -> None:
        """Remember which request is answered: uvicorn knows the last one that was sent ahead."""
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def _abort(self) -> None:
        """End the connection at once."""
        self._disconnect()
        self.transport.abort()

    def _disconnect(self) -> None:
        """Let the request that is answered know that nobody reads the answer: that it is not whole is no error."""
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def on_body(self, body: bytes) -> None:
        """Take a piece of a body."""
        self._gathered = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Know that the body has come whole."""
        self._body_complete, self._gathered = True, 0
        self._end_waiting()
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the client to read what it has not read yet."""
        super().on_response_complete()
        if self._half_closed and not self.pipeline:
            self.transport.close()
        if not self._in_head or self.transport.is_closing():
            self._expect_within(resource_limits.IDLE_TIMEOUT)

    def timeout_keep_alive_handler(self) -> None:
        """Leave it to the deadline, which does not wait for the client to read."""

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read; what was asked before it on the connection is answered first.

        In the middle of an answer there is no place for another one: the connection ends.
        """
        earlier = self.pipeline[0][0] if self.pipeline else self.cycle
        if earlier is not None and not earlier.response_complete and not self._reading(earlier):
            earlier.keep_alive = False
            self.flow.pause_reading()
        elif earlier is not None and self._reading(earlier) and earlier.response_started:
            self.transport.abort()
        else:
            if earlier is not None:
                earlier.disconnected = True
                earlier.message_event.set()
            self._expect_within(resource_limits.IDLE_TIMEOUT)
            super().send_400_response(msg)

    def _reading(self, cycle: httptools_impl.RequestResponseCycle) -> bool:
        """Whether the body of this request is what is being read."""
        return cycle is self.cycle and cycle.more_body and not self._in_head

    def _unsupported_upgrade_warning(self) -> None:
        """Go on in HTTP/1.1 without a word in the log, which clients would fill."""
