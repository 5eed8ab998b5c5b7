"""A proxy in front of a server that the tests make unreachable or unresponsive."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Forwarder:
    """A TCP forwarder whose target can become unreachable, unresponsive or slow."""

    def __init__(self, host: str, port: int) -> None:
        self._behind = (host, port)
        self._flowing = threading.Event()
        self._flowing.set()
        self._gone = False
        self._delay = 0.0
        self._never = threading.Event()
        self._held: list[socket.socket] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        with suppress(OSError):  # already closed
            while True:
                client = self._listening.accept()[0]
                self._threads.append(threading.Thread(target=self._forward, args=[client], daemon=True))
                self._threads[-1].start()

    def _forward(self, client: socket.socket) -> None:
        with client:
            self._flowing.wait()
            if self._gone:
                return
            with socket.create_connection(self._behind) as behind:
                self._held += [client, behind]
                back = threading.Thread(target=self._pump, args=[behind, client], daemon=True)
                back.start()
                self._pump(client, behind)
                back.join()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                self._flowing.wait()
                self._never.wait(self._delay)
                sink.sendall(data)
        self._end(source, sink)

    @staticmethod
    def _end(*sockets: socket.socket) -> None:
        for one in sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def gone(self) -> Iterator[None]:
        """End every connection and accept no new one, as a stopped server."""
        self._gone = True
        self._end(*self._held)
        self._held.clear()
        try:
            yield
        finally:
            self._gone = False

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Forward nothing, as a server that hangs."""
        self._flowing.clear()
        try:
            yield
        finally:
            self._flowing.set()

    @contextmanager
    def slow(self, seconds: float) -> Iterator[None]:
        """Forward each piece later, as a server or a network that is overloaded."""
        self._delay = seconds
        try:
            yield
        finally:
            self._delay = 0.0

    def close(self) -> None:
        """Close all connections and the listening socket."""
        self._end(self._listening, *self._held)
        self._listening.close()
        for thread in self._threads:
            thread.join()
