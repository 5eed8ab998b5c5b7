"""The WSGI application that granian serves: Django's, with complete bodies and one request at a time."""

from collections.abc import Callable, Iterable
from importlib import import_module
from io import BytesIO
from typing import Any

from config.request_queue import Request, RequestQueue, WsgiApplication
from operations import web_server

MAX_BODY_BYTES = 16 * 1024 * 1024
"""Maximum size of a body. Views accept less; the largest, a table of 10 MiB, fits with its form."""


def make_application() -> WsgiApplication:
    """Return the application of one process; a thread renders the first pages during the first requests."""
    web_server.bind_to_core()
    application = import_module("config.wsgi").application
    import_module("config.warm_up").begin_warm_up(application)
    return in_turns(application)


def in_turns(application: WsgiApplication) -> WsgiApplication:
    """Return a Django application that reads each body completely, then runs one request at a time.

    Threads that compute at the same time are slower than one, since they share one interpreter, and so are threads that
    take turns. The threads of the server wait while one thread runs all requests.
    """
    requests = RequestQueue(application)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        read_body(environ)
        request = Request(environ)
        requests.run(request)
        if request.error:
            raise request.error
        start_response(*request.start)
        return request.response

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
