"""The web server in a separate process, in front of a small application, and clients that send raw bytes."""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from django.conf import settings

from operations import web_server
from tests.ports import free_port

PATIENCE = 30
"""Timeout in seconds, longer than any step here takes."""
HEADERS_TIMEOUT = 1


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """Serve `echo` in one process, with a deadline for headers that is short enough for tests."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(web_server, "HEADERS_TIMEOUT_SECONDS", HEADERS_TIMEOUT)
        command = web_server.command("127.0.0.1", port, 1, "tests.server.echo:make_application")
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    environment |= web_server.ENVIRONMENT
    with subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.DEVNULL) as process:
        for _ in range(20 * PATIENCE):
            assert process.poll() is None
            with suppress(ConnectionError):
                socket.create_connection(("127.0.0.1", port)).close()
                break
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=0.05)
        yield port
        process.terminate()


class Client:
    """A connection that sends exactly the given bytes."""

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
        """Return one response, however it is framed. Raises ConnectionError if there is none."""
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
        if "content-length" not in headers:
            return status, headers, self.reader.read()
        return status, headers, self.reader.read(int(headers["content-length"]))

    def _chunks(self) -> Iterator[bytes]:
        while size := int(self.reader.readline(), 16):
            yield self.reader.read(size)
            self.reader.readline()
        self.reader.readline()

    def said(self) -> dict[str, Any]:
        """Return the document of an `echo` response."""
        status, _, body = self.answer()
        assert status == 200, body
        found: dict[str, Any] = json.loads(body)
        return found

    def ended(self) -> bool:
        """Wait until the server ends the connection, ignoring further data; return whether that happened."""
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
    """Return a function that opens a connection to the server."""
    opened: list[Client] = []

    def opening(**options: Any) -> Client:
        opened.append(Client(port, **options))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()
