"""`python -m tests.slow_clients`: the site behind nginx among clients that stall, send slowly or do not read.

The drill measures how long a normal client waits meanwhile. The 99th percentile has to stay below half a second.
"""

import argparse
import http.client
import json
import socket
import ssl
import statistics
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from time import monotonic

from benchmarks import sample
from operations import web_server
from tests.proxy import HOST, Proxy, nginx, site

LIST = "/api/v1/cards/?game=attack-wing&limit=50"
HEAD = f"POST /api/v1/verdicts/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\n".encode()
SILENT = 1_500
"""The number of connections that send nothing, not even for TLS."""
# First bytes of each kind of slow client, and those it sends once a second.
SLOW = {
    "trickles its headers": (HEAD, b"X"),
    "stops after a byte of its body": (HEAD + b"Content-Length: 1000\r\n\r\n{", b""),
    "trickles its body": (HEAD + b"Content-Length: 100000\r\n\r\n{", b" "),
    "trickles a chunked body": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "reads no response": (f"GET {LIST} HTTP/1.1\r\nHost: {HOST}\r\n\r\n".encode() * 10, b""),
}
ADDRESSES = [f"127.0.1.{number}" for number in range(1, 51)]
"""Addresses of slow clients: so many that the limit per address does not protect the site."""
MAX_MILLISECONDS = 500


class SlowClient:
    """A slow client, which reconnects whenever its connection has ended."""

    def __init__(self, connect: Callable[[], socket.socket], first: bytes, then: bytes) -> None:
        self._connect_anew, self._first, self._then = connect, first, then
        self.ended = -1
        self._connect()

    def _connect(self) -> None:
        self.ended += 1
        self.socket = self._connect_anew()
        if self._first:
            self.socket.sendall(self._first)
        self.socket.setblocking(False)

    def continue_slowly(self) -> None:
        """Send another byte, and reconnect if the connection has ended."""
        try:
            if self._then:
                self.socket.send(self._then)
            if not self._first.startswith(b"GET"):
                self.socket.recv(1)
                raise ConnectionError("it was refused or ended")
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:
            self.socket.close()
            with suppress(OSError):
                self._connect()


def normal(proxy: Proxy, until: float, pause: threading.Event) -> Iterator[tuple[str, int, float]]:
    """Send requests as a normal client; yield the path, the status and the milliseconds of each."""
    body = json.dumps(sample.legions(1)[0])
    headers = {"Content-Type": "application/json", "Host": HOST}
    requests = [("GET", "/livez", None), ("GET", LIST, None), ("POST", "/api/v1/verdicts/", body)]
    while monotonic() < until:
        for method, path, payload in requests:
            begun = monotonic()
            with closing(http.client.HTTPConnection(HOST, timeout=60)) as connection:
                connection.sock = proxy.secure()
                connection.request(method, path, payload, headers)
                response = connection.getresponse()
                response.read()
            yield path.partition("?")[0], response.status, 1000 * (monotonic() - begun)
            pause.wait(0.02)


def drill(proxy: Proxy, *, slow: int, seconds: float, silent: int = SILENT) -> tuple[Counter[int], float]:
    """Run slow clients and a normal one against a site, and print the waiting times of the normal one.

    Returns its statuses, and the 99th percentile of its milliseconds.
    """
    web_server.allow_open_files()
    enough = threading.Event()
    clients = [SlowClient(proxy.connect, b"", b"") for _ in range(silent)]
    for number in range(slow):
        address, sort = ADDRESSES[number % len(ADDRESSES)], list(SLOW)[number % len(SLOW)]
        clients.append(SlowClient(_connecting(proxy, address), *SLOW[sort]))

    def continue_slowly() -> None:
        while not enough.wait(1):
            for client in clients:
                client.continue_slowly()

    other = threading.Thread(target=continue_slowly)
    other.start()
    try:
        waited: dict[str, list[float]] = {}
        statuses: Counter[int] = Counter()
        for path, status, milliseconds in normal(proxy, monotonic() + seconds, enough):
            waited.setdefault(path, []).append(milliseconds)
            statuses[status] += 1
    finally:
        enough.set()
        other.join()
        for client in clients:
            client.socket.close()
    for path, times in waited.items():
        _say(f"{path}: {len(times)} asked, median {statistics.median(times):.1f} ms, p99 {percentile(times):.1f} ms")
    ended = sum(client.ended for client in clients)
    _say(f"{silent} silent and {slow} slow clients, whose connections ended {ended} times")
    return statuses, percentile([time for times in waited.values() for time in times])


def _connecting(proxy: Proxy, address: str) -> Callable[[], socket.socket]:
    return lambda: proxy.secure(address, window=4096)


def percentile(times: list[float]) -> float:
    return sorted(times)[int(0.99 * (len(times) - 1))]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run the drill; the exit status is 1 if the normal client was refused or waited too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow_clients", description=__doc__)
    parser.add_argument("--clients", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--port", type=int, default=8904)
    options = parser.parse_args()
    with site(options.port), nginx(options.port) as proxy:
        statuses, tail = drill(proxy, slow=options.clients, seconds=options.seconds)
    return 0 if set(statuses) == {200} and tail < MAX_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
