"""The queue of the requests of a process, and the thread that runs them."""

from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from queue import SimpleQueue
from threading import Lock, Thread, stack_size
from time import monotonic
from typing import Any, TypeVar

from django.db import connections

from operations import web_server

WHOLE_RESPONSE_BYTES = 1024 * 1024
"""Maximum size of a file that is handed over at once, so that a slow client does not occupy a thread."""
STUCK_SECONDS = 0.25
"""Seconds after which a running request counts as waiting for something, and the next one starts."""
WsgiApplication = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
F = TypeVar("F", bound=Callable[..., Any])


def with_large_frame(function: F) -> F:
    """Give a function a frame so large that all calls below it fit into one chunk of the interpreter's stack.

    If a loop starts at the end of a 16 KiB chunk, each of its calls allocates and frees the next chunk, and a page
    takes half as long again (python/cpython#142183, fixed in 3.13 and 3.14 only). Unused slots take no memory.
    """
    function.__code__ = function.__code__.replace(co_stacksize=2**15)
    return function


class Request:
    """A request in the queue, and its response or error once it has run. `done` is a lock that is held until then."""

    def __init__(self, environ: dict[str, Any]) -> None:
        self.environ, self.arrived = environ, monotonic()
        self.start: tuple[Any, ...] = ()
        self.response: Iterable[bytes] = ()
        self.error: BaseException | None = None
        self.done = Lock()
        self.done.acquire()

    def run(self, application: WsgiApplication) -> None:
        """Run the request. Its response is complete, unless it is a stream or a large file."""
        self.environ["muster.waited"] = monotonic() - self.arrived
        try:
            response: Any = application(self.environ, self.keep_start)
            if response.streaming and int(response.get("Content-Length", WHOLE_RESPONSE_BYTES)) >= WHOLE_RESPONSE_BYTES:
                self.response = response
            else:
                with closing(response):
                    self.response = [b"".join(response)]
        except BaseException as error:
            self.error = error
        finally:
            self.done.release()

    def keep_start(self, *start: Any) -> None:
        """Keep status and headers, with which the thread of the server starts the response."""
        self.start = start


class RequestQueue:
    """The requests of a process, which one thread runs in the order of their arrival.

    A request that runs for longer than STUCK_SECONDS waits for something, such as a lock. Then another thread runs the
    following requests, and the thread of that request ends with it.
    """

    def __init__(self, application: WsgiApplication) -> None:
        self.application, self.waiting, self.changing = application, SimpleQueue[Request](), Lock()
        self.runner = Runner(self)

    def run(self, request: Request) -> None:
        """Return when the request has run."""
        self.waiting.put(request)
        while not request.done.acquire(timeout=STUCK_SECONDS):
            with self.changing, suppress(RuntimeError):  # without room for another thread, the request waits longer
                if monotonic() - self.runner.began > STUCK_SECONDS:
                    self.runner = Runner(self)


class Runner(Thread):
    """A thread that runs the requests of a queue as long as it is the queue's runner."""

    def __init__(self, requests: RequestQueue) -> None:
        super().__init__(name="requests", daemon=True)
        self.requests, self.began = requests, float("inf")
        stack_size(web_server.STACK_BYTES)
        self.start()

    @with_large_frame
    def run(self) -> None:
        while self.run_next():
            pass
        connections.close_all()

    def run_next(self) -> bool:
        """Wait for a request and run it; return whether this is still the queue's runner."""
        request = self.requests.waiting.get()
        self.began = monotonic()
        request.run(self.requests.application)
        with self.requests.changing:
            self.began = float("inf")
            return self.requests.runner is self
