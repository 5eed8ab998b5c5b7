"""A POST request to a user's server: without redirects, with limits for time and size.

urllib3 connects to an address that was checked, so that the name is not resolved again, and verifies the certificate
for the name.
"""

import re
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from http.client import HTTPException
from typing import Any

from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from legions.webhooks import address_policy
from legions.webhooks.address_policy import Address, AddressPolicy, AddressRefused, Resolve, TargetURL
from legions.webhooks.models import MAX_RESPONSE_LENGTH, DeliveryAttempt

Failure = DeliveryAttempt.Failure
CONNECT_TIMEOUT = 5.0
"""The timeout in seconds for resolving a name, and for a connection."""
READ_TIMEOUT = 10.0
"""The maximum time in seconds without a byte."""
TOTAL_TIMEOUT = 15.0
"""The maximum time in seconds for the whole request."""
_UNSEEN = re.compile(r"[^\S ]+|[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


@cache
def _trust_of_the_system() -> ssl.SSLContext:
    """Return the system's trusted certificates, read once per process because that takes 40 ms."""
    return ssl.create_default_context()


@dataclass(frozen=True, slots=True)
class NetworkAccess:
    """The access to the network: address policy, resolver, and trusted certificates."""

    policy: AddressPolicy = field(default_factory=AddressPolicy)
    resolve: Resolve = address_policy.resolve
    trust: ssl.SSLContext = field(default_factory=_trust_of_the_system)


@dataclass(frozen=True, slots=True)
class PostResult:
    """The result of a POST. `trouble` is empty after a success; `took` is in milliseconds, `after` the delay in
    seconds.
    """

    trouble: str
    took: int
    status: int | None = None
    answer: str = ""
    after: int | None = None


class _Failed(Exception):
    """The failure of a request with its reason."""

    def __init__(self, trouble: Failure) -> None:
        super().__init__(trouble)
        self.trouble = trouble


class _Deadline:
    """The deadline of a request."""

    def __init__(self) -> None:
        self.begun = time.monotonic()

    def left(self, most: float) -> float:
        """Return the seconds that the next step may take. Raises TimeoutError if there are none left."""
        left = min(most, self.begun + TOTAL_TIMEOUT - time.monotonic())
        if left <= 0:
            raise TimeoutError
        return left

    @property
    def is_over(self) -> bool:
        """True if the deadline has passed."""
        return time.monotonic() >= self.begun + TOTAL_TIMEOUT

    @property
    def took(self) -> int:
        """The milliseconds since the start."""
        return round((time.monotonic() - self.begun) * 1000)


def post(url: str, body: bytes, headers: Mapping[str, str], outside: NetworkAccess) -> PostResult:
    """Send `body` and return the result; network errors are not raised."""
    clock = _Deadline()
    try:
        target = address_policy.parse_url(url, outside.policy)
        connection = _connected(target, outside, clock)
        try:
            return _exchange(connection, target, body, headers, clock)
        finally:
            connection.close()
    except _Failed as failed:
        return PostResult(failed.trouble, clock.took)
    except AddressRefused:
        return PostResult(Failure.CLOSED, clock.took)
    except TimeoutError:
        return PostResult(Failure.TIME, clock.took)
    except (HTTPException, HTTPError, OSError, ValueError):
        return PostResult(Failure.TIME if clock.is_over else Failure.BROKEN, clock.took)


def _connected(target: TargetURL, outside: NetworkAccess, clock: _Deadline) -> HTTPConnection:
    """Return a connection to the first checked address that accepts one, with TLS if required."""
    for address in _checked_addresses(target, outside, clock):
        connection = _connection(address, target, outside, clock)
        try:
            connection.connect()
        except ConnectTimeoutError:
            clock.left(CONNECT_TIMEOUT)
        except NewConnectionError:
            continue
        except TimeoutError:
            connection.close()
            raise
        except (HTTPError, OSError, ValueError) as error:  # including the errors of ssl
            connection.close()
            raise _Failed(Failure.TLS) from error
        else:
            return connection
    raise _Failed(Failure.UNREACHABLE)


def _connection(address: Address, target: TargetURL, outside: NetworkAccess, clock: _Deadline) -> HTTPConnection:
    host, timeout = str(address), clock.left(CONNECT_TIMEOUT)
    if target.scheme == "http":
        return HTTPConnection(host, target.port, timeout=timeout)
    secured: dict[str, Any] = {"server_hostname": target.host, "ssl_context": outside.trust}
    return HTTPSConnection(host, target.port, timeout=timeout, **secured)


def _checked_addresses(target: TargetURL, outside: NetworkAccess, clock: _Deadline) -> list[Address]:
    """Return the addresses of a name. The system's resolver has no timeout, so it runs in a thread."""
    found: Future[list[Address]] = Future()

    def ask() -> None:
        try:
            found.set_result(address_policy.resolve_allowed(target, outside.resolve, outside.policy))
        except Exception as error:
            found.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    try:
        return found.result(clock.left(CONNECT_TIMEOUT))
    except (OSError, UnicodeError) as error:  # a timeout is an OSError, too
        raise _Failed(Failure.NOT_FOUND) from error


def _exchange(
    connection: HTTPConnection, target: TargetURL, body: bytes, headers: Mapping[str, str], clock: _Deadline
) -> PostResult:
    """Send the request and read the response until the deadline, however slowly it arrives."""
    connection.timeout = READ_TIMEOUT
    deadline = threading.Timer(clock.left(TOTAL_TIMEOUT), _shut, (connection.sock,))
    deadline.daemon = True
    deadline.start()
    merged = {"Host": target.authority, "Accept-Encoding": "identity", "Connection": "close", **headers}
    raw = {"preload_content": False, "decode_content": False, "enforce_content_length": False}
    try:
        connection.request("POST", target.path, body, merged, **raw)
        response = connection.getresponse()
        clock.left(TOTAL_TIMEOUT)
        answer = b""
        with response, suppress(HTTPError, OSError, ValueError):  # only the status matters
            answer = response.read(4 * MAX_RESPONSE_LENGTH)
    finally:
        deadline.cancel()
    status = response.status
    return PostResult(
        _trouble(status), clock.took, status, _shown(answer), _seconds(response.headers.get("Retry-After"))
    )


def _shut(connection: socket.socket) -> None:
    """Shut down a connection, which ends a read in another thread."""
    with suppress(OSError):  # it is closed already
        connection.shutdown(socket.SHUT_RDWR)


def _trouble(status: int) -> str:
    if 200 <= status < 300:
        return ""
    return Failure.REDIRECT if 300 <= status < 400 else Failure.STATUS


def _shown(answer: bytes) -> str:
    """Return the beginning of a response as a readable line."""
    return _UNSEEN.sub(" ", answer.decode("utf-8", "replace")).strip()[:MAX_RESPONSE_LENGTH]


def _seconds(value: str | None) -> int | None:
    """Return the seconds in a Retry-After header, or None; dates are ignored."""
    return int(value) if value and re.fullmatch(r"[0-9]{1,6}", value.strip()) else None
