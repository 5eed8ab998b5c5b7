"""`python -m tests.slow_clients`: the real server among clients that stand still, trickle and do not read.

What a normal client waits is measured meanwhile; the 99th percentile has to stay under half a second.
"""

import argparse
import http.client
import json
import socket
import statistics
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from time import monotonic

from benchmarks import sample
from benchmarks.serving import MUSTER, catalog, server

LIST = "/api/v1/cards/?game=attack-wing&limit=50"
HEAD = b"POST /api/v1/verdicts/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
# What each sort of slow client says first, and then once a second.
SLOW = {
    "says nothing": (b"", b""),
    "trickles its head": (HEAD, b"X"),
    "stops after a byte of its body": (HEAD + b"Content-Length: 1000\r\n\r\n{", b""),
    "trickles its body": (HEAD + b"Content-Length: 100000\r\n\r\n{", b" "),
    "trickles a chunked body": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "reads no answer": (f"GET {LIST} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 10, b""),
}
MOST_MILLISECONDS = 500


class Slow:
    """One slow client, which comes again whenever the server has ended it."""

    def __init__(self, port: int, first: bytes, then: bytes) -> None:
        self._port, self._first, self._then = port, first, then
        self.ended = -1
        self._connect()

    def _connect(self) -> None:
        self.ended += 1
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(10)
        self.socket.connect(("127.0.0.1", self._port))
        self.socket.sendall(self._first)
        self.socket.setblocking(False)

    def go_on(self) -> None:
        """Send another byte, and come again when the connection has ended."""
        try:
            if self._then:
                self.socket.send(self._then)
            if not self._first.startswith(b"GET") and self.socket.recv(1, socket.MSG_PEEK):
                raise ConnectionError("it was refused")
            if not self._first.startswith(b"GET"):
                raise ConnectionError("it was ended")
        except BlockingIOError:
            return
        except OSError:
            self.socket.close()
            with suppress(OSError):
                self._connect()


def normal(port: int, until: float, pause: threading.Event) -> Iterator[tuple[str, float]]:
    """Ask as a normal client does; yield what was asked and the milliseconds that it took."""
    body = json.dumps(sample.legions(1)[0])
    requests = [("GET", "/livez", None), ("GET", LIST, None), ("POST", "/api/v1/verdicts/", body)]
    while monotonic() < until:
        for method, path, payload in requests:
            begun = monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
            connection.request(method, path, payload, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            connection.close()
            if answer.status != 200:
                raise RuntimeError(f"{path} was answered with {answer.status}")
            yield path.partition("?")[0], 1000 * (monotonic() - begun)
            pause.wait(0.02)


def drill(port: int, clients: int, seconds: float) -> float:
    """Let slow clients at a server for a while; print what a normal one waits, and return the 99th percentile in ms."""
    enough = threading.Event()
    slow = [Slow(port, *SLOW[sort]) for _, sort in zip(range(clients), list(SLOW) * clients, strict=False)]

    def go_on() -> None:
        while not enough.wait(1):
            for one in slow:
                one.go_on()

    other = threading.Thread(target=go_on)
    other.start()
    try:
        waited: dict[str, list[float]] = {}
        for path, milliseconds in normal(port, monotonic() + seconds, enough):
            waited.setdefault(path, []).append(milliseconds)
    finally:
        enough.set()
        other.join()
        for one in slow:
            one.socket.close()
    for path, times in waited.items():
        times.sort()
        tail = times[int(0.99 * (len(times) - 1))]
        _say(f"{path}: {len(times)} asked, median {statistics.median(times):.1f} ms, 99th percentile {tail:.1f} ms")
    _say(f"{clients} slow clients, {sum(one.ended for one in slow)} times ended by the server")
    every = sorted(time for times in waited.values() for time in times)
    return every[int(0.99 * (len(every) - 1))]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> int:
    """Run the drill; the exit status is 1 when a normal client waited too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.slow_clients", description=__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--port", type=int, default=8904)
    options = parser.parse_args()
    with ExitStack() as running:
        environment = running.enter_context(catalog())
        running.enter_context(server(MUSTER, options.port, environment))
        tail = drill(options.port, options.clients, options.seconds)
    return 0 if tail < MOST_MILLISECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
