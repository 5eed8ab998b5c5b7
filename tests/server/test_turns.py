"""Scheduling of requests in one process, and the work around each of them."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from resource import RUSAGE_THREAD, getrusage
from typing import Any

import pytest
from django.http import HttpResponse, StreamingHttpResponse

from config import request_queue, server

PATIENCE = 30
"""Seconds after which a test fails, longer than any takes."""


def ask(application: request_queue.WsgiApplication, **environ: Any) -> Any:
    return application({"PATH_INFO": "/", **environ}, lambda *_: None)


def test_requests_run_one_at_a_time() -> None:
    running, most = 0, 0

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        nonlocal running, most
        running += 1
        most = max(most, running)
        threading.Event().wait(0.001)
        running -= 1
        return HttpResponse(b"done")

    application = server.in_turns(work)
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda _: ask(application), range(40))) == [[b"done"]] * 40
    assert most == 1


def test_requests_run_in_the_order_of_arrival() -> None:
    ran, released = list[int](), threading.Event()

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        assert released.wait(PATIENCE)
        ran.append(environ["number"])
        return HttpResponse(b"done")

    queue = request_queue.RequestQueue(work)
    requests = [request_queue.Request({"number": number}) for number in range(20)]
    for request in requests:
        queue.waiting.put(request)
    released.set()
    assert all(request.done.acquire(timeout=PATIENCE) for request in requests)
    assert [request.response for request in requests] == [[b"done"]] * 20
    assert ran == list(range(20))


def test_requests_that_wait_for_something_are_passed() -> None:
    released, stuck = threading.Event(), threading.Semaphore(0)

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        if environ["PATH_INFO"] == "/stuck":
            stuck.release()
            assert released.wait(PATIENCE)
        return HttpResponse(b"done")

    application = server.in_turns(work)
    with ThreadPoolExecutor(20) as threads:
        waiting = [threads.submit(ask, application, PATH_INFO="/stuck") for _ in range(5)]
        for _ in waiting:
            assert stuck.acquire(timeout=PATIENCE)
        others = [threads.submit(ask, application) for _ in range(20)]
        assert [other.result(PATIENCE) for other in others] == [[b"done"]] * 20
        assert not any(one.done() for one in waiting)
        released.set()
        assert [one.result(PATIENCE) for one in waiting] == [[b"done"]] * 5


def test_the_thread_of_a_request_that_waited_ends_with_it() -> None:
    released = threading.Event()

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        assert not environ["stuck"] or released.wait(PATIENCE)
        return HttpResponse(b"done")

    queue = request_queue.RequestQueue(work)
    with ThreadPoolExecutor(2) as threads:
        former = queue.runner
        waiting = threads.submit(queue.run, request_queue.Request({"stuck": True}))
        threads.submit(queue.run, request_queue.Request({"stuck": False})).result(PATIENCE)
        assert queue.runner is not former
        assert former.is_alive()
        released.set()
        waiting.result(PATIENCE)
    former.join(PATIENCE)
    assert not former.is_alive()
    assert queue.runner.is_alive()


def test_a_request_waits_on_if_no_other_thread_can_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    released, tried = threading.Event(), threading.Event()

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        assert released.wait(PATIENCE)
        return HttpResponse(b"done")

    def full(thread: request_queue.Runner) -> None:
        tried.set()
        raise RuntimeError("can't start new thread")

    queue, request = request_queue.RequestQueue(work), request_queue.Request({})
    monkeypatch.setattr(request_queue.Runner, "start", full)
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(queue.run, request)
        assert tried.wait(PATIENCE)
        released.set()
        waiting.result(PATIENCE)
    assert request.response == [b"done"]


def test_status_and_headers_are_given_to_the_server_in_its_own_thread() -> None:
    started: list[tuple[int, Any]] = []

    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        start_response("200 OK", [("A", "b")])
        return HttpResponse(b"done")

    assert server.in_turns(work)({}, lambda *start: started.append((threading.get_ident(), start))) == [b"done"]
    assert started == [(threading.get_ident(), ("200 OK", [("A", "b")]))]


def test_the_error_of_a_request_is_raised_and_the_next_one_runs() -> None:
    def work(environ: dict[str, Any], start_response: Callable[..., Any]) -> HttpResponse:
        raise LookupError

    application = server.in_turns(work)
    for _ in range(3):
        with pytest.raises(LookupError):
            ask(application)


def test_responses_are_closed_once_they_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    response = HttpResponse([b"a", b"b"])
    closed: list[bytes] = []
    monkeypatch.setattr(response, "close", lambda: closed.append(response.content))
    assert ask(server.in_turns(lambda *_: response)) == [b"ab"]
    assert closed == [b"ab"]


def test_responses_that_are_made_as_they_are_sent_are_left_to_the_server() -> None:
    response = StreamingHttpResponse(iter([b"a", b"b"]))
    assert ask(server.in_turns(lambda *_: response)) is response


@pytest.mark.parametrize(
    ("sent", "length", "refused", "read"),
    [
        (b"abc", "3", None, b"abc"),
        (b"abcd", "3", None, b"abc"),
        (b"", "0", None, b""),
        (b"ab", "3", "bad-request", b""),
        (b"abc", "11", "too-large", b""),
        (b"abc", None, None, b"abc"),
        (b"0123456789", None, None, b"0123456789"),
        (b"0123456789x", None, "too-large", b""),
    ],
)
def test_bodies_are_read_whole_or_refused(
    monkeypatch: pytest.MonkeyPatch, sent: bytes, length: str | None, refused: str | None, read: bytes
) -> None:
    monkeypatch.setattr(server, "MAX_BODY_BYTES", 10)
    environ: dict[str, Any] = {"wsgi.input": BytesIO(sent)}
    environ |= {"CONTENT_LENGTH": length} if length else {"HTTP_TRANSFER_ENCODING": "chunked"}
    server.read_body(environ)
    assert environ.get("muster.refused") == refused
    assert environ["CONTENT_LENGTH"] == str(len(read))
    assert environ["wsgi.input"].read() == read


def test_a_request_without_a_body_is_left_as_it_is() -> None:
    environ: dict[str, Any] = {"wsgi.input": None}
    server.read_body(environ)
    assert environ == {"wsgi.input": None}


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

    @request_queue.with_large_frame
    def work(faults: list[int]) -> None:
        faults += [faults_at(depth) for depth in range(300)]

    found: list[int] = []
    thread = threading.Thread(target=work, args=(found,))
    thread.start()
    thread.join(PATIENCE)
    assert len(found) == 300
    assert max(found) < 500
