"""The web server in a thread of the test, in front of a small application that does what a test asks it for."""

import hashlib
import io
import json
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from config.server import runner
from config.server.application import Application

PATIENCE = 30
"""Seconds that nothing here takes."""


class Echo:
    """A WSGI application that tells what it was asked, and waits, fails or sends much where the address says so."""

    def __init__(self, folder: Path) -> None:
        self.asked: list[str] = []
        self.entered = threading.Semaphore(0)
        self.leave = threading.Event()
        self.file = folder / "file"
        self.file.write_bytes(bytes(range(256)) * 4096)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        path, _, argument = environ["PATH_INFO"].strip("/").partition("/")
        self.asked.append(environ["PATH_INFO"])
        answer = getattr(self, f"answer_{path}", self.answer)
        return answer(environ, start_response, argument)

    def answer(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> list[bytes]:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        shown = {key: value for key, value in environ.items() if isinstance(value, str)}
        shown |= {"length": len(body), "sha256": hashlib.sha256(body).hexdigest()}
        whole = json.dumps(shown).encode()
        start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(whole)))])
        return [whole]

    def answer_much(self, environ: dict[str, Any], start_response: Callable[..., Any], size: str) -> list[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", size)])
        return [b"m" * int(size)]

    def answer_stream(self, environ: dict[str, Any], start_response: Callable[..., Any], size: str) -> Iterator[bytes]:
        start_response("200 OK", [("Content-Type", "text/plain")])
        for _ in range(int(size) // 1024):
            yield b"s" * 1024

    def answer_wait(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> list[bytes]:
        self.entered.release()
        self.leave.wait(PATIENCE)
        return self.answer(environ, start_response, "")

    def answer_file(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> Any:
        start_response("200 OK", [("Content-Length", str(self.file.stat().st_size))])
        return environ["wsgi.file_wrapper"](self.file.open("rb"))

    def answer_memory(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> Any:
        start_response("200 OK", [])
        return environ["wsgi.file_wrapper"](io.BytesIO(b"in memory"))

    def answer_nothing(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> list[bytes]:
        start_response("204 No Content", [])
        return []

    def answer_fault(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> list[bytes]:
        raise LookupError("a fault of the application")

    def answer_half(self, environ: dict[str, Any], start_response: Callable[..., Any], _: str) -> Iterator[bytes]:
        start_response("200 OK", [])
        yield b"h" * 100_000
        raise LookupError("a fault in the middle")


@pytest.fixture
def echo(tmp_path: Path) -> Iterator[Echo]:
    made = Echo(tmp_path)
    yield made
    made.leave.set()


@pytest.fixture
def application(echo: Echo) -> Application:
    return Application(echo)


@pytest.fixture(scope="module")
def ending() -> Iterator[list[threading.Thread]]:
    """Servers that were told to end, which they look for ten times a second: the next test does not wait for it."""
    threads: list[threading.Thread] = []
    yield threads
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


@pytest.fixture
def port(application: Application, ending: list[threading.Thread]) -> Iterator[int]:
    """Serve until the test ends; return where."""
    listening = runner.listen("127.0.0.1", 0)
    found: int = listening.getsockname()[1]
    server = runner.Server(runner.configuration(application))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield found
    server.force_exit = server.should_exit = True
    ending.append(thread)


class Client:
    """A connection that says exactly what a test wants it to."""

    def __init__(self, port: int, *, window: int | None = None) -> None:
        self.socket = socket.socket()
        if window:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, window)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.reader = self.socket.makefile("rb")

    def send(self, raw: bytes) -> "Client":
        self.socket.sendall(raw)
        return self

    def ask(self, path: str, *headers: str, method: str = "GET", body: bytes = b"") -> "Client":
        lines = [f"{method} {path} HTTP/1.1", "Host: test", *headers, "", ""]
        return self.send("\r\n".join(lines).encode() + body)

    def answer(self, *, head: bool = False) -> tuple[int, dict[str, str], bytes]:
        """Read one answer, however it is framed. Raises ConnectionError when there is none."""
        line = self.reader.readline()
        if not line:
            raise ConnectionError("no answer")
        status = int(line.split()[1])
        headers = {}
        while (line := self.reader.readline().decode("latin-1").strip()) != "":
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        if head or status in {100, 204, 304}:
            return status, headers, b""
        if headers.get("transfer-encoding") == "chunked":
            return status, headers, b"".join(self._chunks())
        return status, headers, self.reader.read(int(headers["content-length"]))

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.reader.readline(), 16):
            yield self.reader.read(size)
            self.reader.readline()
        self.reader.readline()

    def said(self) -> dict[str, Any]:
        """Read an answer of `Echo`."""
        status, _, body = self.answer()
        assert status == 200, body
        found: dict[str, Any] = json.loads(body)
        return found

    def ended(self) -> bool:
        """Wait until the server ends the connection; return whether that happened, whatever it said before."""
        try:
            while self.reader.read(65_536):
                pass
        except ConnectionError:
            return True
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self.reader.close()
        self.socket.close()


@pytest.fixture
def connect(port: int) -> Iterator[Callable[..., Client]]:
    """Return what opens a connection to the server."""
    opened: list[Client] = []

    def opening(**options: Any) -> Client:
        opened.append(Client(port, **options))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()
