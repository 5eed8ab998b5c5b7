"""The WSGI application that granian serves: Django's, with complete bodies and one request at a time."""

from collections.abc import Callable, Iterable
from contextlib import closing
from importlib import import_module
from io import BytesIO
from threading import Lock
from time import monotonic
from typing import Any, TypeVar

from operations import web_server

MAX_BODY_BYTES = 16 * 1024 * 1024
"""Maximum size of a body. Views accept less; the largest, a table of 10 MiB, fits with its form."""
WHOLE_RESPONSE_BYTES = 1024 * 1024
"""Maximum size of a file that is handed over at once, so that a slow client does not occupy a thread."""
STUCK_SECONDS = 0.25
"""Seconds after which a running request counts as waiting for something, and the next one starts."""
WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
F = TypeVar("F", bound=Callable[..., Any])


def make_application() -> WsgiApplication:
    """Return the application of one process; a thread renders the first pages during the first requests."""
    web_server.bind_to_core()
    application = import_module("config.wsgi").application
    import_module("config.warm_up").begin_warm_up(application)
    return in_turns(application)


def with_large_frame(function: F) -> F:
    """Give a function a frame so large that all calls below it fit into one chunk of the interpreter's stack.

    If a loop starts at the end of a 16 KiB chunk, each of its calls allocates and frees the next chunk, and a page
    takes half as long again (python/cpython#142183, fixed in 3.13 and 3.14 only). The frame takes 64 KiB of a chunk of
    128 KiB, so the calls have the rest, twice what any page needs; in a larger chunk every request takes longer. Unused
    slots take no memory.
    """
    function.__code__ = function.__code__.replace(co_stacksize=2**13)
    return function


class Turn:
    """The turn of one request; `over` is a lock that it holds until the next request may start."""

    def __init__(self) -> None:
        self.over = Lock()
        self.over.acquire()
        self.began = float("inf")

    def wait(self) -> None:
        """Wait until the request has ended, or has been running for longer than STUCK_SECONDS."""
        while not self.over.acquire(timeout=STUCK_SECONDS) and monotonic() - self.began <= STUCK_SECONDS:
            pass


def in_turns(application: WsgiApplication) -> WsgiApplication:
    """Return a Django application that reads each body completely, then runs one request at a time.

    Threads that compute at the same time are slower than one, since they share one interpreter. Requests run in the
    order of their arrival: threads that wait for one lock overtake each other, and some wait twice as long. A request
    that runs for longer than STUCK_SECONDS waits for something, such as a lock, so the next one starts.
    """
    order, last = Lock(), Turn()
    last.over.release()

    @with_large_frame
    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        nonlocal last
        read_body(environ)
        arrived = monotonic()
        with order:
            before, last = last, (mine := Turn())
        before.wait()
        mine.began = monotonic()
        environ["muster.waited"] = mine.began - arrived
        try:
            response: Any = application(environ, start_response)
            if response.streaming and int(response.get("Content-Length", WHOLE_RESPONSE_BYTES)) >= WHOLE_RESPONSE_BYTES:
                return response
            with closing(response):
                return [b"".join(response)]
        finally:
            mine.over.release()

    return answer


def read_body(environ: dict[str, Any]) -> None:
    """Read the whole body into memory and set its length. `muster.refused` describes a body that cannot be read."""
    length, chunked = int(environ.get("CONTENT_LENGTH") or 0), "HTTP_TRANSFER_ENCODING" in environ
    if not (length or chunked):
        return
    wanted = 0 if length > MAX_BODY_BYTES else MAX_BODY_BYTES + 1 if chunked else length
    body = bytes(environ["wsgi.input"].read(wanted))
    if max(len(body), length) > MAX_BODY_BYTES:
        environ["muster.refused"], body = "too-large", b""
    elif len(body) < length:
        environ["muster.refused"], body = "bad-request", b""
    environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(body), str(len(body))
