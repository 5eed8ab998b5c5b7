"""The threads that Django runs in: one, and while that one waits for something a few more."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, ParamSpec, Protocol, TypeVar

from config.server import resource_limits

logger = logging.getLogger(__name__)
FRAME_SLOTS = 2**15
"""Of eight bytes, of the frame that all requests of a thread run in; at least as many are left beside it."""
P = ParamSpec("P")
R = TypeVar("R")


def with_large_frame(function: Callable[P, R]) -> Callable[P, R]:
    """Give a function a frame so large that everything it calls, however deep, has room in the same piece of memory.

    CPython keeps frames in chunks of 16 KiB. Where a loop stands at the end of one, the system has to give a chunk and
    take it back for each call (python/cpython#142183, mended in 3.13 and 3.14 alone). Django calls deeply, so that some
    template or rule took half as long again, and each middleware more made it another one. Who has a large frame gets a
    large chunk; what is never written of it takes no memory.
    """
    function.__code__ = function.__code__.replace(co_stacksize=FRAME_SLOTS)
    return function


class Job(Protocol):
    """What a thread does. It tells whoever waits for it of its end by itself, and raises nothing."""

    def run(self) -> None:
        """Do it."""

    def name(self) -> str:
        """Return what the log calls it."""


class Threads:
    """A queue of jobs and the threads that do them.

    One thread is faster than several, which would take turns at one interpreter, and takes less memory. So there is one
    until it is stuck: until all that run have been at their job for `limits.STUCK_SECONDS`. Then one more takes what
    waits, and ends when it is no longer needed.

    What threads tell the event loop is handed over together while more jobs wait, and at once when none does. Each time
    the two take turns at the interpreter takes longer than handing over one answer more.
    """

    def __init__(self, at_end: Callable[[], None]) -> None:
        """Take what a thread calls before it ends."""
        self._at_end = at_end
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._running: dict[int, tuple[float, Job]] = {}
        self._lock = threading.Lock()
        self._number = 0
        self._watched = False
        self._finished: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._waking = False
        self._looking = False

    def submit(self, job: Job) -> bool:
        """Queue a job, from the event loop. Returns whether there was room."""
        if self._jobs.qsize() >= resource_limits.MAX_QUEUED_REQUESTS:
            return False
        if self._running and not self._looking:
            self._look_later()
        self._jobs.put(job)
        if not self._number:
            self._loop = asyncio.get_running_loop()
            self._start(spare=False)
        elif self._running and not self._watched:
            self._watched = True
            asyncio.get_running_loop().call_later(resource_limits.STUCK_SECONDS, self._watch)
        return True

    def notify(self, receive: Callable[[Any], None], what: Any) -> None:
        """Have the event loop call `receive` with `what`, from a thread: at once, or soon while more jobs wait."""
        self._finished.append((receive, what))
        if self._waking or (self._looking and not self._jobs.empty()):
            return
        self._waking = True
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._waking = False  # first: what is told from here on wakes anew
        self._hand_over()

    def _hand_over(self) -> None:
        while self._finished:
            receive, what = self._finished.popleft()
            receive(what)

    def _look_later(self) -> None:
        self._looking = True
        asyncio.get_running_loop().call_later(resource_limits.BATCH_SECONDS, self._look)

    def _look(self) -> None:
        """Hand over what was told while more jobs waited; the next of them may take long."""
        self._looking = False  # first: as in `_wake`
        self._hand_over()
        if not self._jobs.empty():
            self._look_later()

    def _watch(self) -> None:
        """Start one more thread where jobs wait for threads that are stuck; look again while there are any."""
        self._watched = False
        if self._jobs.empty():
            return
        if self._number < resource_limits.THREADS and self._all_stuck():
            self._start(spare=True)
        self._watched = True
        asyncio.get_running_loop().call_later(resource_limits.STUCK_SECONDS, self._watch)

    def _all_stuck(self) -> bool:
        since = monotonic() - resource_limits.STUCK_SECONDS
        running = list(self._running.values())
        return len(running) == self._number and all(begun < since for begun, _ in running)

    def _start(self, *, spare: bool) -> None:
        with self._lock:
            self._number += 1
        threading.Thread(target=self._work, args=(spare,), name="requests", daemon=True).start()

    @with_large_frame
    def _work(self, spare: bool) -> None:
        me = threading.get_ident()
        while True:
            try:
                job = self._jobs.get(timeout=resource_limits.QUEUE_TIMEOUT if spare else None)
            except queue.Empty:
                break
            self._running[me] = (monotonic(), job)
            try:
                job.run()
            except Exception:
                logger.exception("%s was not answered", job.name())
            finally:
                del self._running[me]
            if spare and len(self._running) < self._number - 1:  # another one waits for jobs, too
                break
        self._at_end()
        with self._lock:
            self._number -= 1

    def overdue(self) -> str | None:
        """Return the name of a job that takes longer than any may."""
        since = monotonic() - resource_limits.REQUEST_TIMEOUT
        return next((job.name() for begun, job in list(self._running.values()) if begun < since), None)
