"""What a connection asks and is answered: an ASGI application around Django's WSGI application.

The body is read whole before a thread is taken, and a thread has done its part before the client has read the answer.
"""

from __future__ import annotations

import asyncio
import io
import logging
import os
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from config.server import resource_limits
from config.server.thread_pool import Threads

logger = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

LIVEZ_BODY = b"alive\n"
PLAIN_HEADERS: Headers = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
]
FLUSH_SECONDS = 0.1
"""After so long what an answer consists of so far is sent, though it is no whole piece yet."""
BUSY_MESSAGE = "The server is overloaded. Retry after the seconds in Retry-After."


class ClientDisconnected(Exception):
    """The client has gone."""


class RequestRefused(Exception):
    """The server refuses a request; Django does not see it. `code` is that of the problem."""

    def __init__(self, code: str, detail: str, **headers: str) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


class ResponseAborted(Exception):
    """An answer ended after its beginning was sent. That the connection ends tells the client."""


class Application:
    """The application that uvicorn serves."""

    def __init__(self, wsgi: Callable[..., Any], *, at_end: Callable[[], None] = lambda: None) -> None:
        """Take the WSGI application, and what a thread calls before it ends."""
        self._wsgi = wsgi
        self._threads = Threads(at_end)
        self._buffered = 0  # bytes of bodies and answers
        self._transfers: dict[_Transfer, None] = {}  # the longest first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["path"] == "/livez":
            await _respond_livez(scope, send)
            return
        taken = 0
        send = _while_open(scope, send)
        try:
            try:
                body = await self._body(scope, receive)
                taken = len(body or b"")
                self._buffered += taken
                self._drop_slow_transfers()
                exchange = self._begin(scope, body)
                start = await exchange.next()
            except RequestRefused as refusal:
                await _send_refusal(scope, send, refusal)
                return
            await self._send(scope, send, exchange, start)
        except (ClientDisconnected, ResponseAborted):  # what a thread did not come to its end with, it has logged
            _connection(scope).get("abort", lambda: None)()
        finally:
            self._buffered -= taken

    def _drop_slow_transfers(self, but: _Transfer | None = None) -> None:
        """End what clients have taken longest to send or to read until no more is held than may be.

        Raises Refused `unavailable` where that is not enough: who is slow stands back for who is not.
        """
        for transfer in list(self._transfers) if self._buffered > resource_limits.MAX_BUFFERED_BYTES else []:
            if transfer is not but and transfer.size:
                transfer.abort()
                self._end(transfer)
                if self._buffered <= resource_limits.MAX_BUFFERED_BYTES:
                    return
        if self._buffered > resource_limits.MAX_BUFFERED_BYTES:
            raise RequestRefused("unavailable", BUSY_MESSAGE, Retry_After=str(resource_limits.RETRY_AFTER))

    def _transfer(self, scope: Scope) -> _Transfer:
        transfer = _Transfer(_connection(scope).get("abort", lambda: None))
        self._transfers[transfer] = None
        return transfer

    def _hold(self, transfer: _Transfer, size: int) -> None:
        """Count bytes of a transfer; of one that was ended nothing is counted any more."""
        if transfer in self._transfers:
            transfer.size += size
            self._buffered += size

    def _end(self, transfer: _Transfer) -> None:
        self._hold(transfer, -transfer.size)
        self._transfers.pop(transfer, None)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the body whole; None when the request has none.

        Raises Refused `too-large`, `too-slow`, or `unavailable` when too much is held already; Gone.
        """
        length = _length(scope["headers"])
        if length is None:
            return None
        if length > resource_limits.MAX_BODY_BYTES:
            raise _too_large()
        loop, pieces, size = asyncio.get_running_loop(), [], 0
        until = loop.time() + resource_limits.BODY_TIMEOUT
        transfer = self._transfer(scope)
        try:
            while True:
                self._drop_slow_transfers(transfer)
                try:
                    async with asyncio.timeout(min(until - loop.time(), resource_limits.BODY_PAUSE_TIMEOUT)):
                        message = await receive()
                except TimeoutError:
                    raise RequestRefused("too-slow", "", Connection="close") from None
                if message["type"] == "http.disconnect":
                    raise ClientDisconnected
                piece = message["body"]
                pieces.append(piece)
                size += len(piece)
                self._hold(transfer, len(piece))
                # What was sent fast at first is no credit for the rest.
                until = min(
                    until + len(piece) / resource_limits.MIN_BODY_RATE, loop.time() + resource_limits.BODY_TIMEOUT
                )
                if size > resource_limits.MAX_BODY_BYTES:
                    raise _too_large()
                if not message["more_body"]:
                    return b"".join(pieces)
        finally:
            self._end(transfer)

    def _begin(self, scope: Scope, body: bytes | None) -> _RequestExchange:
        """Queue the request for a thread. Raises Refused `unavailable` when too many wait."""
        is_closing = _connection(scope).get("is_closing", bool)
        exchange = _RequestExchange(self._wsgi, environ_of(scope, body), is_closing, self._threads.notify)
        if not self._threads.submit(exchange):
            raise RequestRefused("unavailable", BUSY_MESSAGE, Retry_After=str(resource_limits.RETRY_AFTER))
        return exchange

    async def _send(self, scope: Scope, send: Send, exchange: _RequestExchange, part: _ResponsePart) -> None:
        """Send the answer in pieces as the client reads them; the connection has the deadlines for that."""
        assert part.status is not None
        headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in part.headers]
        if scope["http_version"] == "1.0" and not any(name.lower() == b"content-length" for name, _ in headers):
            part = await exchange.rest(part)  # there, nothing says where an answer ends that is sent as it is made
            headers.append((b"content-length", str(sum(map(len, part.pieces))).encode()))
        await send({"type": "http.response.start", "status": part.status, "headers": headers})
        if part.file is not None:
            await _send_file(send, part.file)
            return
        while True:
            size = sum(map(len, part.pieces))
            transfer = self._transfer(scope)
            self._hold(transfer, size)
            try:
                with suppress(RequestRefused):  # what has begun to be answered is answered
                    self._drop_slow_transfers(transfer)
                await _send_pieces(send, part)
            finally:
                self._end(transfer)
                exchange.sent += size
                if not part.more:
                    exchange.end()
            if not part.more:
                return
            try:
                part = await exchange.next()
            except BaseException:
                exchange.end()
                raise

    def overdue(self) -> str | None:
        """Return what asks for longer than any request may take, for the log."""
        return self._threads.overdue()


class _Transfer:
    """What a client sends or reads, and how many bytes of it are held."""

    def __init__(self, abort: Callable[[], None]) -> None:
        """Take what ends the connection at once."""
        self.abort = abort
        self.size = 0


class _ResponsePart(NamedTuple):
    """Of an answer: its beginning, with a status, or more of it."""

    status: int | None
    headers: list[tuple[str, str]]
    pieces: list[bytes]
    more: bool
    file: int | None = None  # the descriptor of a file that is the rest


class _File:
    """PEP 3333's `wsgi.file_wrapper`."""

    def __init__(self, file: Any, block_size: int = 8192) -> None:
        self.file = file
        self.close = getattr(file, "close", lambda: None)

    def descriptor(self) -> int | None:
        """Return one of our own for the file, at the place where it is to be read from; None for what is no file."""
        try:
            return os.dup(self.file.fileno())
        except (AttributeError, OSError):
            return None

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self.file.read(resource_limits.CHUNK_BYTES), b"")


class _RequestExchange:
    """A request in its thread, and its answer on the way back to the event loop."""

    def __init__(
        self,
        wsgi: Callable[..., Any],
        environ: dict[str, Any],
        is_closing: Callable[[], bool],
        call_on_loop: Callable[[Callable[[Any], None], Any], None],
    ) -> None:
        self._wsgi = wsgi
        self._environ = environ
        self._is_closing = is_closing
        self._on_loop = call_on_loop
        self._until = monotonic() + resource_limits.QUEUE_TIMEOUT
        self._parts: deque[_ResponsePart | Exception] = deque()
        self._arrived: asyncio.Future[None] | None = None
        self._ended = False
        self._start: tuple[int, list[tuple[str, str]]] | None = None
        self._produced = 0
        self.sent = 0

    # -- on the event loop ------------------------------------------------------------------------------------------

    async def next(self) -> _ResponsePart:
        """Return the next part.

        Raises Refused and ClientDisconnected instead of the first, Broken instead of another.
        """
        if not self._parts:
            self._arrived = asyncio.get_running_loop().create_future()
            await self._arrived
        part = self._parts.popleft()
        if isinstance(part, Exception):
            raise part
        return part

    async def rest(self, part: _ResponsePart) -> _ResponsePart:
        """Return a part and all that follow as one."""
        pieces = list(part.pieces)
        if part.file is not None:
            with open(part.file, "rb") as file:  # noqa: PTH123 - a descriptor
                pieces.append(file.read(resource_limits.MAX_STREAM_BYTES))
        more = part.more
        while more:
            following = await self.next()
            pieces += following.pieces
            more = following.more
        return part._replace(pieces=pieces, more=False, file=None)

    def end(self) -> None:
        """Let the thread stop to make what nobody reads."""
        self._ended = True

    def _take(self, part: _ResponsePart | Exception) -> None:
        self._parts.append(part)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    # -- in the thread ----------------------------------------------------------------------------------------------

    def name(self) -> str:
        """Return method and path: a query may hold what belongs in no log."""
        return f"{self._environ['REQUEST_METHOD']} {self._environ['PATH_INFO'][:200]}"

    def run(self) -> None:
        """Answer, unless nobody waits for it any more."""
        if self._ended or self._is_closing():
            self._send_to_loop(ClientDisconnected())
        elif monotonic() > self._until:
            self._send_to_loop(
                RequestRefused("unavailable", BUSY_MESSAGE, Retry_After=str(resource_limits.RETRY_AFTER))
            )
        else:
            try:
                self._answer(self._wsgi(self._environ, self._start_response))
            except Exception as error:
                self._send_to_loop(
                    ResponseAborted()
                    if self._produced
                    else _ResponsePart(500, list(_text(PLAIN_HEADERS)), [b"Something went wrong.\n"], False)
                )
                if not isinstance(error, ResponseAborted):
                    raise

    def _start_response(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        self._start = int(status[:3]), headers

    def _answer(self, iterable: Iterable[bytes]) -> None:
        try:
            if isinstance(iterable, _File) and (descriptor := iterable.descriptor()) is not None:
                self._send_part([], more=False, file=descriptor)
            else:
                self._make(iterable)
        finally:
            if close := getattr(iterable, "close", None):
                close()

    def _make(self, iterable: Iterable[bytes]) -> None:
        pieces: list[bytes] = []
        size, since = 0, monotonic()
        for piece in iterable:
            # Looked at where there is more to send, so that an answer that is whole already is sent, however large.
            if self._ended or self._is_closing() or self._produced - self.sent > resource_limits.MAX_STREAM_BYTES:
                raise ResponseAborted
            pieces.append(piece)
            size += len(piece)
            if size >= resource_limits.CHUNK_BYTES or monotonic() - since > FLUSH_SECONDS:
                self._produced += size
                self._send_part(pieces, more=True)
                pieces, size, since = [], 0, monotonic()
        self._send_part(pieces, more=False)

    def _send_part(self, pieces: list[bytes], *, more: bool, file: int | None = None) -> None:
        status, headers = self._start or (None, [])
        self._start = None
        self._send_to_loop(_ResponsePart(status, headers, pieces, more, file))

    def _send_to_loop(self, part: _ResponsePart | Exception) -> None:
        self._on_loop(self._take, part)


def environ_of(scope: Scope, body: bytes | None) -> dict[str, Any]:
    """Return a request as PEP 3333 wants it. `body` is None when it has none."""
    server = scope["server"] or ("", None)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or ""),
        "REMOTE_ADDR": scope["client"][0] if scope["client"] else "",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.file_wrapper": _File,
    }
    for name, value in scope["headers"]:
        # One with an underscore could pass for one with a hyphen. The body is whole, however it was sent.
        if b"_" in name or name in _FRAMING_HEADERS:
            continue
        key = _KEYS.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}{text}"
        environ[key] = text
    if body is not None:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


_FRAMING_HEADERS = {b"content-length", b"transfer-encoding"}
_KEYS = {
    b"content-type": "CONTENT_TYPE",
    **{
        name: "HTTP_" + name.decode().upper().replace("-", "_")
        for name in (
            b"host",
            b"user-agent",
            b"accept",
            b"accept-encoding",
            b"accept-language",
            b"cookie",
            b"connection",
        )
    },
}


def _connection(scope: Scope) -> Mapping[str, Callable[[], Any]]:
    """Return what our protocol says of a connection; nothing where another one serves."""
    found: Mapping[str, Callable[[], Any]] = scope.get("extensions", {}).get("muster.connection", {})
    return found


def _while_open(scope: Scope, send: Send) -> Send:
    """Return what sends while the connection is open, and raises ClientDisconnected once it is not."""
    is_closing = _connection(scope).get("is_closing", bool)

    async def send_while_open(message: MutableMapping[str, Any]) -> None:
        if is_closing():
            raise ClientDisconnected
        await send(message)

    return send_while_open


def _length(headers: Headers) -> int | None:
    """Return how long the body says it is; 0 when it does not say so and None when there is none."""
    length = None
    for name, value in headers:
        if name == b"content-length":
            return int(value)
        if name == b"transfer-encoding":
            length = 0
    return length


def _too_large() -> RequestRefused:
    return RequestRefused("too-large", f"At most {resource_limits.MAX_BODY_BYTES:,} bytes are read.")


async def _respond_livez(scope: Scope, send: Send) -> None:
    """Say that the process lives: of this address no thread is asked, since all of them may be waiting."""
    if scope["method"] in {"GET", "HEAD"}:
        await _send_whole(send, 200, PLAIN_HEADERS, LIVEZ_BODY)
    else:
        await _send_whole(send, 405, [*PLAIN_HEADERS, (b"allow", b"GET, HEAD")], b"")


async def _send_refusal(scope: Scope, send: Send, refusal: RequestRefused) -> None:
    """Say what was refused: as a problem for requests to the API, else in a line."""
    from catalog.api_base import problems  # when something is refused: other applications are served without it

    if scope["path"].startswith("/api/"):
        response = problems.problem_response(refusal.code, detail=refusal.detail, headers=refusal.headers)
        headers = [(name.encode().lower(), value.encode()) for name, value in response.items()]
        headers += [(b"x-content-type-options", b"nosniff"), *_cors(scope)]
        await _send_whole(send, response.status_code, headers, response.content)
    else:
        sort = problems.PROBLEM_TYPES[refusal.code]
        headers = [
            *PLAIN_HEADERS,
            *((name.encode().lower(), value.encode()) for name, value in refusal.headers.items()),
        ]
        await _send_whole(send, sort.status, headers, f"{sort.title}. {refusal.detail or sort.meaning}\n".encode())


def _cors(scope: Scope) -> Headers:
    """Return what lets programs of other origins read an answer, where Django lets them, too."""
    from django.conf import settings

    from catalog.api_base.cors import allows_any_origin

    if not any(name == b"origin" for name, _ in scope["headers"]):
        return []
    if not allows_any_origin(scope["path"]):
        return []
    exposed = ", ".join(settings.CORS_EXPOSE_HEADERS)
    return [(b"access-control-allow-origin", b"*"), (b"access-control-expose-headers", exposed.encode())]


async def _send_whole(send: Send, status: int, headers: Headers, body: bytes) -> None:
    headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _send_pieces(send: Send, part: _ResponsePart) -> None:
    whole = part.pieces[0] if len(part.pieces) == 1 else b"".join(part.pieces)
    if len(whole) <= resource_limits.CHUNK_BYTES:
        await send({"type": "http.response.body", "body": whole, "more_body": part.more})
        return
    view = memoryview(whole)
    for begin in range(0, len(whole), resource_limits.CHUNK_BYTES):
        last = begin + resource_limits.CHUNK_BYTES >= len(whole)
        piece = view[begin : begin + resource_limits.CHUNK_BYTES]
        await send({"type": "http.response.body", "body": piece, "more_body": part.more or not last})


async def _send_file(send: Send, descriptor: int) -> None:
    with open(descriptor, "rb", buffering=0) as file:
        piece = file.read(resource_limits.CHUNK_BYTES)
        while True:
            following = file.read(resource_limits.CHUNK_BYTES) if piece else b""
            await send({"type": "http.response.body", "body": piece, "more_body": bool(following)})
            if not following:
                return
            piece = following


def _text(headers: Headers) -> Iterator[tuple[str, str]]:
    return ((name.decode(), value.decode()) for name, value in headers)
