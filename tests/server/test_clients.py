"""What clients may do to the server: slow, broken, hostile and unusual ones, and what the others notice of it."""

import hashlib
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

import pytest

from config.server import resource_limits
from config.server.application import Application
from tests.server.conftest import PATIENCE, Client, Echo
from tests.slow_clients import MOST_MILLISECONDS, drill

pytestmark = pytest.mark.sampled

Connect = Callable[..., Client]
SOON = 0.3
"""A deadline that a test waits for, in seconds."""


def body_of(*pieces: bytes, trailers: bytes = b"") -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n" + trailers + b"\r\n"


def becomes(found: Callable[[], bool]) -> bool:
    """Wait until the server, in its thread, has done something."""
    return any(found() or threading.Event().wait(0.01) for _ in range(100 * PATIENCE))


# -- bodies of both sorts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 70_000, 3_000_000])
def test_a_body_with_a_length_and_a_chunked_one_come_the_same(connect: Connect, size: int) -> None:
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    expected = (size, hashlib.sha256(body).hexdigest(), str(size))
    client = connect()
    echoed = client.ask("/", f"Content-Length: {size}", method="POST", body=body).said()
    assert (echoed["length"], echoed["sha256"], echoed["CONTENT_LENGTH"]) == expected
    pieces = [body[begin : begin + 9_999] for begin in range(0, size, 9_999)]
    echoed = client.ask("/", "Transfer-Encoding: chunked", method="POST", body=body_of(*pieces)).said()
    assert (echoed["length"], echoed["sha256"], echoed["CONTENT_LENGTH"]) == expected
    assert "HTTP_TRANSFER_ENCODING" not in echoed


def test_a_request_without_a_body_has_no_length(connect: Connect) -> None:
    assert "CONTENT_LENGTH" not in connect().ask("/").said()


def test_trailers_of_a_chunked_body_are_no_headers(connect: Connect) -> None:
    body = body_of(b"abc", trailers=b"Authorization: Bearer x\r\n")
    client = connect().ask("/", "Transfer-Encoding: chunked", method="POST", body=body)
    echoed = client.said()
    assert echoed["length"] == 3
    assert "HTTP_AUTHORIZATION" not in echoed
    assert client.ask("/").said()["length"] == 0


@pytest.mark.parametrize("path", ["/", "/api/v1/verdicts/"])
def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(connect: Connect, path: str, echo: Echo) -> None:
    client = connect().ask(
        path, f"Content-Length: {resource_limits.MAX_BODY_BYTES + 1}", "Expect: 100-continue", method="POST"
    )
    status, _, body = client.answer()
    assert status == 413
    assert (b'"code":"too-large"' in body) == path.startswith("/api/")
    assert echo.asked == []


def test_a_chunked_body_that_is_too_large_is_refused_and_the_answer_can_be_read(
    connect: Connect, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_BODY_BYTES", 100_000)
    client = connect().ask("/", "Transfer-Encoding: chunked", method="POST", body=body_of(*[b"x" * 1000] * 200))
    assert client.answer()[0] == 413
    assert client.ask("/after").said()["PATH_INFO"] == "/after"  # what was left of the body is no request
    assert echo.asked == ["/after"]


def test_who_waits_to_be_told_to_send_the_body_is_told(connect: Connect) -> None:
    client = connect().ask("/", "Content-Length: 3", "Expect: 100-continue", method="POST")
    assert client.answer()[0] == 100
    assert client.send(b"abc").said()["length"] == 3


@pytest.mark.parametrize(
    "raw",
    [
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n",
        b"POST / HTTP/1.1\nHost: a\nContent-Length: 0\n\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n X-Folded: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n: empty\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        b"GET /\r\nHost: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)
def test_what_two_servers_could_read_differently_is_refused(connect: Connect, echo: Echo, raw: bytes) -> None:
    client = connect().send(raw + b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    client.socket.shutdown(socket.SHUT_WR)
    assert client.answer()[0] == 400
    assert client.ended()
    assert "/smuggled" not in echo.asked


@pytest.mark.parametrize(
    "raw",
    [
        b"POST /cut HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabc",
        b"POST /cut HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        b"POST /cut HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    ],
)
def test_a_body_that_ends_too_early_is_refused_and_not_taken_for_whole(
    connect: Connect, echo: Echo, raw: bytes
) -> None:
    client = connect().send(raw)
    client.socket.shutdown(socket.SHUT_WR)
    assert client.answer()[0] == 400
    assert client.ended()
    assert echo.asked == []


def test_a_header_with_an_underscore_does_not_pass_for_one_with_a_hyphen(connect: Connect) -> None:
    echoed = (
        connect().ask("/", "X_Forwarded_For: 10.0.0.1", "X-Real: a", "X-Real: b", "Cookie: a=1", "Cookie: b=2").said()
    )
    assert "HTTP_X_FORWARDED_FOR" not in echoed
    assert echoed["HTTP_X_REAL"] == "a,b"
    assert echoed["HTTP_COOKIE"] == "a=1; b=2"


def test_the_address_comes_as_it_was_sent(connect: Connect) -> None:
    echoed = connect().ask("/caf%C3%A9/%2e%2E/a%2Fb?q=%20x&y").said()
    assert echoed["PATH_INFO"].encode("latin-1").decode() == "/café/../a/b"
    assert echoed["QUERY_STRING"] == "q=%20x&y"
    assert (echoed["REMOTE_ADDR"], echoed["SERVER_PROTOCOL"]) == ("127.0.0.1", "HTTP/1.1")
    echoed = connect().ask("http://elsewhere/there?x").said()
    assert (echoed["PATH_INFO"], echoed["HTTP_HOST"]) == ("/there", "test")


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nHost: a\r\nX: ",
        b"GET / HTTP/1.1\r\nHost: a\r\nX",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: ",
    ],
    ids=["a header", "the name of a header", "what stands beside a chunk", "a trailer"],
)
def test_what_has_no_end_is_not_gathered(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, echo: Echo, begun: bytes
) -> None:
    monkeypatch.setattr(resource_limits, "HEADERS_TIMEOUT", 2 * PATIENCE)
    monkeypatch.setattr(resource_limits, "BODY_PAUSE_TIMEOUT", 2 * PATIENCE)
    monkeypatch.setattr(resource_limits, "BODY_TIMEOUT", 2 * PATIENCE)
    client = connect().send(begun)
    with suppress(ConnectionError):
        client.send(b"x" * 16 * resource_limits.MAX_HEADER_BYTES)
    assert client.ended()
    assert echo.asked == []


# -- connections ------------------------------------------------------------------------------------------------------


def test_requests_that_are_sent_ahead_are_answered_in_their_order(connect: Connect) -> None:
    client = connect().send(b"".join(b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % number for number in range(10)))
    assert [client.said()["PATH_INFO"] for _ in range(10)] == [f"/{number}" for number in range(10)]


def test_only_so_many_requests_are_taken_ahead(connect: Connect, echo: Echo) -> None:
    client = connect().send(b"GET /wait HTTP/1.1\r\nHost: a\r\n\r\n" * 5_000)
    echo.leave.set()
    client.ended()
    assert len(echo.asked) <= resource_limits.MAX_PIPELINED + 2


def test_what_cannot_be_read_after_a_request_does_not_take_its_answer_away(connect: Connect) -> None:
    client = connect().send(b"GET /first HTTP/1.1\r\nHost: a\r\n\r\n\x00\x01\x02\r\n\r\n")
    assert client.said()["PATH_INFO"] == "/first"
    assert client.ended()


def test_who_ends_the_sending_side_is_answered(connect: Connect) -> None:
    client = connect().ask("/sent", "Content-Length: 3", method="POST", body=b"abc")
    client.socket.shutdown(socket.SHUT_WR)
    assert client.said()["length"] == 3
    assert client.ended()


def test_who_ends_the_sending_side_after_several_requests_is_answered_all(connect: Connect, echo: Echo) -> None:
    client = connect().send(b"GET /wait/1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n")
    client.socket.shutdown(socket.SHUT_WR)
    assert echo.entered.acquire(timeout=30)
    echo.leave.set()
    assert [client.said()["PATH_INFO"] for _ in range(2)] == ["/wait/1", "/2"]
    assert client.ended()


def test_http_1_0_gets_answers_that_it_understands(connect: Connect) -> None:
    client = connect().send(b"GET /stream/204800 HTTP/1.0\r\n\r\n")
    status, headers, body = client.answer()
    assert (status, len(body)) == (200, 204_800)
    assert "transfer-encoding" not in headers
    assert client.ended()


def test_a_connection_is_kept_or_ended_as_the_client_wants(connect: Connect) -> None:
    client = connect()
    assert client.ask("/").said() and client.ask("/").said()
    assert client.ask("/", "Connection: close").said()
    assert client.ended()


@pytest.mark.parametrize("path", ["/much/300000", "/stream/300000", "/file", "/memory"])
def test_head_is_answered_without_a_body(connect: Connect, path: str) -> None:
    client = connect().ask(path, method="HEAD")
    assert client.answer(head=True)[0] == 200
    assert client.ask("/").said()["length"] == 0


def test_nothing_has_neither_length_nor_type(connect: Connect) -> None:
    client = connect().ask("/nothing")
    status, headers, _ = client.answer()
    assert (status, sorted(headers)) == (204, ["date"])
    assert client.ask("/").said()["length"] == 0


# -- answers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "size"),
    [("/much/5000000", 5_000_000), ("/stream/2048000", 2_048_000), ("/file", 1_048_576), ("/memory", 9)],
)
def test_an_answer_comes_whole(connect: Connect, path: str, size: int) -> None:
    assert len(connect().ask(path).answer()[2]) == size


def test_a_fault_of_the_application_is_told(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    client = connect().ask("/fault")
    assert client.answer()[0] == 500
    assert client.ask("/").said()
    assert "GET /fault was not answered" in caplog.text


def test_an_answer_that_breaks_off_is_not_taken_for_whole(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    client = connect().ask("/half")
    raw = client.reader.read()
    assert raw.count(b"h") > 90_000
    assert not raw.endswith(b"0\r\n\r\n")


def test_an_answer_that_is_whole_is_sent_however_large(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_STREAM_BYTES", 100_000)
    client = connect().ask("/much/5000000")
    assert len(client.answer()[2]) == 5_000_000
    assert client.ask("/").said()
    assert caplog.text == ""


def errors_after(caplog: pytest.LogCaptureFixture, connect: Connect) -> list[str]:
    """Return what is an error in the log once every request that was sent before is done with."""
    assert connect().ask("/").said()
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def test_a_client_that_lets_answers_pile_up_is_no_error(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_STREAM_BYTES", 100_000)
    for _ in range(3):
        client = connect(window=4096)
        with suppress(ConnectionError):
            for _ in range(5):
                client.ask("/stream/30000000")
        assert client.ended()
    assert errors_after(caplog, connect) == []


def test_a_client_that_goes_in_the_middle_is_no_error(connect: Connect, caplog: pytest.LogCaptureFixture) -> None:
    for path in ("/stream/30000000", "/much/30000000", "/file"):
        client = connect(window=4096).ask(path).ask(path)
        assert client.socket.recv(10)
        client.close()
    assert errors_after(caplog, connect) == []


# -- deadlines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_a_head_has_a_deadline(connect: Connect, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(resource_limits, "HEADERS_TIMEOUT", SOON)
    assert connect().send(begun).ended()


def test_each_byte_of_a_head_does_not_begin_the_deadline_anew(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "HEADERS_TIMEOUT", SOON)
    client = connect().send(b"GET / HTTP/1.1\r\nHost: a\r\n")
    client.socket.settimeout(SOON / 5)
    dripped = 0
    while dripped < 1_000:
        try:
            if client.send(b"X").socket.recv(1) == b"":
                break
        except TimeoutError:
            dripped += 1
        except ConnectionError:
            break
    assert dripped < 100


@pytest.mark.parametrize("framing", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_body_has_a_deadline(connect: Connect, monkeypatch: pytest.MonkeyPatch, echo: Echo, framing: str) -> None:
    monkeypatch.setattr(resource_limits, "BODY_PAUSE_TIMEOUT", SOON)
    client = connect().ask("/", framing, method="POST", body=b"5\r\n")
    status, headers, _ = client.answer()
    assert (status, headers["connection"]) == (408, "close")
    assert client.ended()
    assert echo.asked == []


def test_a_body_that_trickles_has_a_deadline(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_limits, "BODY_TIMEOUT", SOON)
    client = connect().ask("/", "Content-Length: 100000", method="POST")
    client.socket.settimeout(SOON / 5)
    trickled = 0
    while trickled < 1_000:
        try:
            client.send(b"x")
            got = client.socket.recv(20)
            break
        except TimeoutError:
            trickled += 1
    assert got.startswith(b"HTTP/1.1 408")
    assert trickled < 100


def test_a_connection_without_a_request_is_ended(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_limits, "IDLE_TIMEOUT", SOON)
    client = connect()
    assert client.ask("/").said()
    assert client.ended()


@pytest.mark.parametrize("path", ["/much/30000000", "/stream/30000000", "/file"])
def test_who_does_not_read_is_cut_off(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, application: Application, echo: Echo, path: str
) -> None:
    monkeypatch.setattr(resource_limits, "WRITE_TIMEOUT", SOON)
    monkeypatch.setattr(resource_limits, "IDLE_TIMEOUT", SOON)
    echo.file.write_bytes(b"f" * 30_000_000)
    client = connect(window=4096).ask(path)
    threading.Event().wait(3 * SOON)  # what must not happen has no end to wait for
    size = 0
    with pytest.raises(ConnectionError):
        while got := client.socket.recv(65_536):
            size += len(got)
        raise ConnectionError
    assert size < 30_000_000
    assert connect().ask("/").said()
    assert application._buffered == 0


def test_who_does_not_read_several_small_answers_is_cut_off(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_limits, "WRITE_TIMEOUT", SOON)
    client = connect(window=4096)
    with pytest.raises(ConnectionError):
        for _ in range(200_000):
            client.ask("/much/60000")
    assert connect().ask("/").said()


def test_a_head_that_is_too_large_is_refused(connect: Connect) -> None:
    client = connect().ask("/", *[f"X-{number}: {'x' * 1000}" for number in range(100)])
    assert client.answer()[0] == 400
    assert connect().ask("/", *[f"X-{number}: {'x' * 1000}" for number in range(50)]).said()


def test_one_connection_too_many_ends_the_one_that_waited_longest(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_CONNECTIONS", 5)
    idle = [connect() for _ in range(5)]
    for one in idle[1:]:
        assert one.ask("/").said()
    newest = connect().ask("/")
    assert newest.said()
    assert idle[0].ended()
    assert idle[4].ask("/").said()


# -- threads ----------------------------------------------------------------------------------------------------------


def test_livez_is_answered_while_every_thread_waits(connect: Connect, echo: Echo) -> None:
    stuck = [connect().ask(f"/wait/{number}") for number in range(resource_limits.THREADS)]
    for _ in stuck:
        assert echo.entered.acquire(timeout=30)
    behind = connect().ask("/behind")
    client = connect()
    assert client.ask("/livez").answer()[::2] == (200, b"alive\n")
    assert client.ask("/livez", method="HEAD").answer(head=True)[0] == 200
    assert client.ask("/livez", "Content-Length: 1", method="POST", body=b"x").answer()[0] == 405
    assert client.ask("/livez", "Host: anything").answer()[0] == 200
    assert "/behind" not in echo.asked
    echo.leave.set()
    assert behind.said()["PATH_INFO"] == "/behind"
    assert [one.said()["PATH_INFO"] for one in stuck] == [
        f"/wait/{number}" for number in range(resource_limits.THREADS)
    ]


def test_a_thread_that_waits_is_not_waited_for(connect: Connect, echo: Echo) -> None:
    stuck = connect().ask("/wait")
    assert echo.entered.acquire(timeout=30)
    assert connect().ask("/other").said()["PATH_INFO"] == "/other"
    echo.leave.set()
    assert stuck.said()


def test_as_long_as_no_thread_is_stuck_there_is_one(connect: Connect, application: Application) -> None:
    clients = [connect() for _ in range(20)]
    for _ in range(5):
        for client in clients:
            client.ask("/")
        for client in clients:
            assert client.said()
    assert application._threads._number == 1


def test_beyond_the_queue_requests_are_refused_with_when_to_ask_again(
    connect: Connect, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_QUEUED_REQUESTS", 0)
    refused = connect().ask("/").answer()
    assert (refused[0], refused[1]["retry-after"]) == (503, "2")
    assert b'"code":"unavailable"' in connect().ask("/api/v1/cards/").answer()[2]
    assert echo.asked == []


def test_a_request_that_waited_too_long_for_a_thread_is_not_begun(
    connect: Connect, echo: Echo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "QUEUE_TIMEOUT", -1)
    assert connect().ask("/").answer()[0] == 503
    assert echo.asked == []


def test_with_too_much_in_memory_requests_are_refused(
    connect: Connect, echo: Echo, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_BUFFERED_BYTES", 100_000)
    half = connect().ask("/", "Content-Length: 300000", method="POST", body=b"x" * 150_000)
    assert half.answer()[0] == 503
    assert connect().ask("/", "Content-Length: 10", method="POST", body=b"x" * 10).said()["length"] == 10
    assert application._buffered == 0


@pytest.mark.parametrize("rest", ["a body", "an answer"])
def test_with_too_much_in_memory_the_slowest_stand_back(
    connect: Connect, application: Application, monkeypatch: pytest.MonkeyPatch, rest: str
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_BUFFERED_BYTES", 8_000_000)
    if rest == "a body":
        slow = connect().ask("/", "Content-Length: 9000000", method="POST", body=b"x" * 7_900_000)
        assert becomes(lambda: application._buffered == 7_900_000)
    else:
        slow = connect(window=4096).ask("/much/14000000")
        assert slow.reader.read(1) == b"H"
    assert connect().ask("/", "Content-Length: 200000", method="POST", body=b"x" * 200_000).said()["length"] == 200_000
    assert slow.ended()
    assert becomes(lambda: application._buffered == 0)
    assert not application._transfers


def test_what_was_sent_fast_is_no_credit_for_the_rest(connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource_limits, "BODY_TIMEOUT", 0.1)
    monkeypatch.setattr(resource_limits, "BODY_PAUSE_TIMEOUT", 2 * PATIENCE)
    client = connect().ask("/", "Content-Length: 4000001", method="POST", body=b"x" * 4_000_000)
    assert client.answer()[0] == 408


@pytest.mark.parametrize("slow", ["body", "reading"])
def test_who_sends_or_reads_slowly_does_not_keep_others_from_connecting(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, slow: str
) -> None:
    monkeypatch.setattr(resource_limits, "MAX_CONNECTIONS", 3)
    if slow == "body":
        clients = [connect().ask("/", "Content-Length: 10", method="POST", body=b"x") for _ in range(3)]
    else:
        clients = [connect(window=4096).ask("/much/30000000") for _ in range(3)]
        for one in clients:
            assert one.reader.read(1) == b"H"
    assert connect().ask("/").said()
    assert clients[0].ended()


@pytest.mark.parametrize("path", ["/api/v1/verdicts/", "/api/v1/legions/", "/"])
def test_a_program_elsewhere_can_read_why_it_is_refused_where_it_may_ask(connect: Connect, path: str) -> None:
    client = connect().ask(path, "Content-Length: 99999999", "Origin: https://other.example", method="POST")
    status, headers, _ = client.answer()
    assert (status, headers["x-content-type-options"]) == (413, "nosniff")
    open_to_all = path == "/api/v1/verdicts/"
    assert headers.get("access-control-allow-origin") == ("*" if open_to_all else None)
    assert ("Retry-After" in headers.get("access-control-expose-headers", "")) == open_to_all


def test_a_request_that_never_ends_is_noticed(connect: Connect, echo: Echo, application: Application) -> None:
    connect().ask("/wait/secret?key=1")
    assert echo.entered.acquire(timeout=30)
    assert application.overdue() is None
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(resource_limits, "REQUEST_TIMEOUT", -1)
        assert application.overdue() == "GET /wait/secret"


# -- all together -----------------------------------------------------------------------------------------------------


@pytest.mark.drill
def test_a_normal_client_is_answered_among_slow_ones(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A sample; `python -m tests.slow_clients` in `make long` asks the real site for a minute, among 200."""
    assert drill(port, clients=24, seconds=2) < 10 * MOST_MILLISECONDS
    assert "24 slow clients" in capsys.readouterr().out
