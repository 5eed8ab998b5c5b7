"""How threads hand over to the event loop what they have made: together where more waits, and never late."""

import asyncio
import threading
from collections.abc import Callable
from resource import RUSAGE_THREAD, getrusage

import pytest

from config.server.thread_pool import Threads, with_large_frame

PATIENCE = 30
"""Seconds after which a test fails; none takes them."""


class Job:
    """Something that a thread does, and then tells its name."""

    def __init__(self, threads: Threads, name: str, do: Callable[[], object] = bool) -> None:
        self._threads, self._name, self._do = threads, name, do
        self.told: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def run(self) -> None:
        self._do()
        self._threads.notify(self.told.set_result, self._name)

    def name(self) -> str:
        return self._name


def test_an_answer_does_not_wait_for_the_next_request_that_takes_long() -> None:
    async def ask() -> None:
        threads = Threads(lambda: None)
        all_wait, released = threading.Event(), threading.Event()
        first = Job(threads, "first", lambda: all_wait.wait(PATIENCE))
        second = Job(threads, "second", lambda: released.wait(PATIENCE))
        threads.submit(first)
        while not threads._running:  # the thread has taken it
            await asyncio.sleep(0)
        threads.submit(second)
        all_wait.set()
        assert await asyncio.wait_for(first.told, PATIENCE) == "first"
        assert not second.told.done()
        released.set()
        assert await asyncio.wait_for(second.told, PATIENCE) == "second"

    asyncio.run(ask())


def test_many_answers_are_handed_over_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> int:
        loop, woken = asyncio.get_running_loop(), []
        usual = loop.call_soon_threadsafe
        monkeypatch.setattr(loop, "call_soon_threadsafe", lambda do: (woken.append(do), usual(do)))
        threads = Threads(lambda: None)
        all_wait = threading.Event()
        jobs = [Job(threads, "first", lambda: all_wait.wait(PATIENCE)), *(Job(threads, str(at)) for at in range(100))]
        threads.submit(jobs[0])
        while not threads._running:
            await asyncio.sleep(0)
        for job in jobs[1:]:
            threads.submit(job)
        all_wait.set()
        await asyncio.wait_for(asyncio.gather(*(job.told for job in jobs)), PATIENCE)
        return len(woken)

    assert asyncio.run(ask()) < 20


def test_no_depth_of_calls_makes_each_call_ask_the_system_for_memory() -> None:
    def nothing() -> None:
        pass

    def faults_at(depth: int) -> int:
        if depth:
            return faults_at(depth - 1)
        before = getrusage(RUSAGE_THREAD).ru_minflt
        for _ in range(1_000):
            nothing()
        return getrusage(RUSAGE_THREAD).ru_minflt - before

    @with_large_frame
    def work(found: list[int]) -> None:
        found += [faults_at(depth) for depth in range(200)]

    found: list[int] = []
    thread = threading.Thread(target=work, args=(found,))
    thread.start()
    thread.join(PATIENCE)
    assert len(found) == 200
    assert max(found) < 500
