"""One POST to somebody's server: no redirect followed, no more waited or read than is said here."""

import http.client
import io
import queue
import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from . import addresses
from .addresses import Address, Policy, Resolve, Target, Unfit
from .models import ANSWER_LENGTH, Try

Trouble = Try.Trouble
CONNECTING = 5.0
"""Seconds for finding out where a name leads, and again for a connection."""
SILENT = 10.0
"""Seconds without a byte."""
TOTAL = 15.0
"""Seconds from beginning to end."""
MOST_READ = 16 * 1024
"""Bytes that are read, the head of the answer included; what comes after is not looked at."""
_UNSEEN = re.compile(r"[^\S ]+|[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Outside:
    """How the world outside is reached: what is open of it, who knows its names, and whose certificates are good."""

    policy: Policy = field(default_factory=Policy)
    resolve: Resolve = addresses.resolve
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a POST. `trouble` is empty when it was taken; `took` is milliseconds, `after` seconds to wait."""

    trouble: str
    took: int
    status: int | None = None
    answer: str = ""
    after: int | None = None


class _Failed(Exception):
    """It went no further, for this reason."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


class _Clock:
    """What is left of the time."""

    def __init__(self) -> None:
        self.begun = time.monotonic()

    def left(self, most: float) -> float:
        """Return the seconds that the next step may take. Raises TimeoutError when there are none."""
        left = min(most, self.begun + TOTAL - time.monotonic())
        if left <= 0:
            raise TimeoutError
        return left

    @property
    def took(self) -> int:
        """The milliseconds since the beginning."""
        return round((time.monotonic() - self.begun) * 1000)


class _Timed(io.RawIOBase):
    """A connection as the library reads and writes it: each step within what is left of the time, up to `MOST_READ`."""

    def __init__(self, connection: socket.socket, clock: _Clock) -> None:
        super().__init__()
        self.connection = connection
        self.clock = clock
        self.rest = MOST_READ

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read what is there; nothing once enough was read."""
        wanted = min(len(buffer), self.rest)
        if not wanted:
            return 0
        self.connection.settimeout(self.clock.left(SILENT))
        count = self.connection.recv_into(memoryview(buffer)[:wanted])
        self.rest -= count
        return count

    def sendall(self, data: bytes) -> None:
        """Send all of it."""
        self.connection.settimeout(self.clock.left(SILENT))
        self.connection.sendall(data)

    def close(self) -> None:
        """Leave it open: the library closes its end before the answer is read. Who made the connection closes it."""

    def makefile(self, *_: Any) -> io.BufferedReader:
        """Return what the library reads an answer from."""
        return io.BufferedReader(self)


def post(url: str, body: bytes, headers: Mapping[str, str], outside: Outside) -> Outcome:
    """Send `body` and return what came of it; nothing that happens out there is raised."""
    clock = _Clock()
    try:
        target = addresses.read(url, outside.policy)
        connection = _connected(target, outside, clock)
        try:
            return _exchange(connection, target, body, headers, clock)
        finally:
            connection.close()
    except _Failed as failed:
        return Outcome(failed.trouble, clock.took)
    except Unfit:
        return Outcome(Trouble.CLOSED, clock.took)
    except TimeoutError:
        return Outcome(Trouble.TIME, clock.took)
    except (http.client.HTTPException, OSError, ValueError):
        return Outcome(Trouble.BROKEN, clock.took)


def _connected(target: Target, outside: Outside, clock: _Clock) -> socket.socket:
    """Return a connection to the first of the addresses checked that answers, secured if it has to be."""
    for address in _found(target, outside, clock):
        try:
            plain = socket.create_connection((str(address), target.port), clock.left(CONNECTING))
        except TimeoutError:
            clock.left(CONNECTING)
        except OSError:
            continue
        else:
            return _secured(plain, target, outside, clock) if target.scheme == "https" else plain
    raise _Failed(Trouble.UNREACHABLE)


def _secured(plain: socket.socket, target: Target, outside: Outside, clock: _Clock) -> socket.socket:
    try:
        plain.settimeout(clock.left(CONNECTING))
        return outside.trust.wrap_socket(plain, server_hostname=target.host)
    except TimeoutError:
        plain.close()
        raise
    except (OSError, ValueError) as error:  # ssl's own errors among them
        plain.close()
        raise _Failed(Trouble.TLS) from error


def _found(target: Target, outside: Outside, clock: _Clock) -> list[Address]:
    """Return where a name leads. The system's way of asking knows no time, so it is asked beside."""
    answer: queue.SimpleQueue[list[Address] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            answer.put(addresses.allowed(target, outside.resolve, outside.policy))
        except Exception as error:
            answer.put(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        found = answer.get(timeout=clock.left(CONNECTING))
    except queue.Empty:
        raise _Failed(Trouble.NOT_FOUND) from None
    if isinstance(found, Unfit):
        raise found
    if isinstance(found, (OSError, UnicodeError)):
        raise _Failed(Trouble.NOT_FOUND) from found
    if isinstance(found, Exception):
        raise found
    return found


def _exchange(
    connection: socket.socket, target: Target, body: bytes, headers: Mapping[str, str], clock: _Clock
) -> Outcome:
    asking = http.client.HTTPConnection(target.host, target.port)
    timed = _Timed(connection, clock)
    asking.sock = timed  # type: ignore[assignment]  # as much of a socket as the library uses
    given = {"Host": target.authority, "Accept-Encoding": "identity", "Connection": "close", **headers}
    asking.request("POST", target.path, body, given)
    response = asking.getresponse()
    answer = b""
    with suppress(http.client.HTTPException, OSError, ValueError):  # the status is what counts
        answer = response.read(4 * ANSWER_LENGTH)
    status = response.status
    return Outcome(_trouble(status), clock.took, status, _shown(answer), _seconds(response.headers.get("Retry-After")))


def _trouble(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return Trouble.REDIRECT if 300 <= status < 400 else Trouble.STATUS


def _shown(answer: bytes) -> str:
    """Return the first of an answer as people can read it, in one line."""
    return _UNSEEN.sub(" ", answer.decode("utf-8", "replace")).strip()[:ANSWER_LENGTH]


def _seconds(said: str | None) -> int | None:
    """Return the seconds of a Retry-After; a date in it is passed over."""
    return int(said) if said and re.fullmatch(r"[0-9]{1,6}", said.strip()) else None
