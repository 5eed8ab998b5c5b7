"""A small application for the web server: it echoes requests, and waits, fails or sends much data on request."""

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

from django.conf import settings
from django.http import FileResponse, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from config.request_queue import WsgiApplication
from config.server import in_turns


def make_application() -> WsgiApplication:
    """Return the application as the server runs Muster."""
    settings.configure()
    return in_turns(echo)


def echo(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponseBase:
    path, _, argument = environ["PATH_INFO"].strip("/").partition("/")
    response = ANSWERS.get(path, _asked)(environ, argument)
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return response


def _asked(environ: dict[str, Any], _: str) -> HttpResponseBase:
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    shown = {key: value for key, value in environ.items() if isinstance(value, str)}
    return _whole(json.dumps(shown | {"length": len(body), "sha256": hashlib.sha256(body).hexdigest()}).encode())


def _whole(body: bytes) -> HttpResponse:
    return HttpResponse(body, headers={"Content-Length": str(len(body))})


def _fault(environ: dict[str, Any], _: str) -> HttpResponseBase:
    raise LookupError("a fault of the application")


def _wait(environ: dict[str, Any], seconds: str) -> HttpResponseBase:
    time.sleep(float(seconds))
    return _asked(environ, "")


class _Deep:
    """An object whose comparison recurses through C."""

    def __lt__(self, other: object) -> bool:
        return bool(sorted([_Deep(), _Deep()]))


def _deep(environ: dict[str, Any], _: str) -> HttpResponseBase:
    try:
        sorted([_Deep(), _Deep()])
    except RecursionError:
        return _whole(b"too deep")
    raise AssertionError


def _half() -> Iterator[bytes]:
    yield b"h" * 100_000
    raise LookupError("a fault in the middle")


ANSWERS: dict[str, Callable[[dict[str, Any], str], HttpResponseBase]] = {
    "much": lambda _, size: _whole(b"m" * int(size)),
    "stream": lambda _, size: StreamingHttpResponse(b"s" * 1024 for _ in range(int(size) // 1024)),
    "file": lambda _, size: FileResponse(BytesIO(b"f" * int(size))),
    "wait": _wait,
    "nothing": lambda *_: HttpResponse(status=204, headers={}),
    "fault": _fault,
    "deep": _deep,
    "half": lambda *_: StreamingHttpResponse(_half(), headers={"Content-Length": "2000000"}),
}
