"""Clients of the server: slow, broken, hostile and unusual ones, and their effect on others."""

import hashlib
from collections.abc import Callable
from time import monotonic

import pytest

from config.server import MAX_BODY_BYTES
from tests.server.conftest import HEADERS_TIMEOUT, PATIENCE, Client

pytestmark = pytest.mark.drill

Connect = Callable[..., Client]


def body_of(*pieces: bytes, trailers: bytes = b"") -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n" + trailers + b"\r\n"


# -- both kinds of bodies ---------------------------------------------------------------------------------------------


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


def test_a_request_without_a_body_has_no_length(connect: Connect) -> None:
    assert "CONTENT_LENGTH" not in connect().ask("/").said()


def test_trailers_of_a_chunked_body_are_no_headers(connect: Connect) -> None:
    body = body_of(b"abc", trailers=b"Authorization: Bearer x\r\n")
    client = connect().ask("/", "Transfer-Encoding: chunked", method="POST", body=body)
    echoed = client.said()
    assert echoed["length"] == 3
    assert "HTTP_AUTHORIZATION" not in echoed
    assert client.ask("/").said()["length"] == 0


def test_a_body_that_says_it_is_too_large_is_refused_before_it_is_sent(connect: Connect) -> None:
    client = connect().ask("/", f"Content-Length: {MAX_BODY_BYTES + 1}", "Expect: 100-continue", method="POST")
    assert client.said()["muster.refused"] == "too-large"


def test_a_chunked_body_that_is_too_large_is_refused(connect: Connect) -> None:
    client = connect().ask("/", "Transfer-Encoding: chunked", method="POST")
    for _ in range(MAX_BODY_BYTES // 2**20):
        client.send(b"100000\r\n%b\r\n" % (b"x" * 2**20))
    echoed = client.send(b"1\r\nx\r\n0\r\n\r\n").said()
    assert (echoed["muster.refused"], echoed["length"]) == ("too-large", 0)


def test_a_client_that_expects_100_continue_gets_it(connect: Connect) -> None:
    client = connect().ask("/", "Content-Length: 3", "Expect: 100-continue", method="POST")
    assert client.answer()[0] == 100
    assert client.send(b"abc").said()["length"] == 3


@pytest.mark.parametrize(
    "raw",
    [
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
        b"POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n X-Folded: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n: empty\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
        b"GET /\r\nHost: a\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n",
    ],
)
def test_ambiguous_requests_are_refused(connect: Connect, raw: bytes) -> None:
    client = connect().send(raw + b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    assert client.answer()[0] == 400
    assert client.reader.read() == b""


@pytest.mark.parametrize(
    "framing",
    ["Content-Length: 3\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 3"],
)
def test_of_a_length_and_chunks_the_chunks_count(connect: Connect, framing: str) -> None:
    echoed = connect().ask("/", framing, method="POST", body=body_of(b"a", b"bcde")).said()
    assert (echoed["length"], echoed["CONTENT_LENGTH"]) == (5, "5")


@pytest.mark.parametrize(
    "raw",
    [
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n-3\r\nabc\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n3\nabc\n0\n\n",
    ],
)
def test_after_chunks_that_cannot_be_read_nothing_else_is(connect: Connect, raw: bytes) -> None:
    client = connect().send(b"POST / HTTP/1.1\r\nHost: a\r\n" + raw + b"GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    assert b"smuggled" not in client.reader.read()


def test_the_address_comes_as_it_was_sent(connect: Connect) -> None:
    echoed = connect().ask("/caf%C3%A9/%2e%2E/a%2Fb?q=%20x&y", "X-Real: a", "X-Real: b", "Cookie: a=1", "Cookie: b=2")
    found = echoed.said()
    assert found["PATH_INFO"].encode("latin-1").decode() == "/café/../a/b"
    assert found["QUERY_STRING"] == "q=%20x&y"
    assert (found["REMOTE_ADDR"], found["SERVER_PROTOCOL"]) == ("127.0.0.1", "HTTP/1.1")
    assert (found["HTTP_X_REAL"], found["HTTP_COOKIE"]) == ("a,b", "a=1;b=2")
    found = connect().ask("http://elsewhere/there?x").said()
    assert (found["PATH_INFO"], found["HTTP_HOST"]) == ("/there", "test")


def test_requests_that_are_sent_ahead_are_answered_in_their_order(connect: Connect) -> None:
    client = connect().send(b"".join(b"GET /%d HTTP/1.1\r\nHost: a\r\n\r\n" % number for number in range(10)))
    assert [client.said()["PATH_INFO"] for _ in range(10)] == [f"/{number}" for number in range(10)]


def test_http_1_0_gets_answers_that_it_understands(connect: Connect) -> None:
    client = connect().send(b"GET /stream/204800 HTTP/1.0\r\n\r\n")
    status, headers, body = client.answer()
    assert (status, len(body)) == (200, 204_800)
    assert "transfer-encoding" not in headers


def test_a_connection_is_kept_or_closed_as_requested(connect: Connect) -> None:
    client = connect()
    assert client.ask("/").said()
    assert client.ask("/").said()
    assert client.ask("/", "Connection: close").said()
    assert client.ended()


# -- responses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/much/300000", "/stream/300000", "/file/300000", "/file/3000000"])
def test_head_is_answered_without_a_body(connect: Connect, path: str) -> None:
    client = connect().ask(path, method="HEAD")
    assert client.answer(head=True)[0] == 200
    assert client.ask("/").said()["length"] == 0


def test_nothing_has_no_body(connect: Connect) -> None:
    client = connect().ask("/nothing")
    assert client.answer()[0] == 204
    assert client.ask("/").said()["length"] == 0


@pytest.mark.parametrize("path", ["/much/5120000", "/stream/5120000", "/file/5120000", "/file/512000", "/file/0"])
def test_an_answer_comes_whole(connect: Connect, path: str) -> None:
    assert len(connect().ask(path).answer()[2]) == int(path.rpartition("/")[2])


def test_an_error_of_the_application_is_answered_with_500(connect: Connect) -> None:
    client = connect().ask("/fault")
    assert client.answer()[0] == 500
    assert connect().ask("/").said()


def test_recursion_ends_at_the_limit_of_python_and_not_with_the_process(connect: Connect) -> None:
    client = connect()
    for _ in range(3):
        assert client.ask("/deep").answer()[::2] == (200, b"too deep")


def test_an_answer_that_breaks_off_is_not_taken_for_whole(connect: Connect) -> None:
    status, headers, body = connect().ask("/half").answer()
    assert (status, headers["content-length"], len(body)) == (200, "2000000", 100_000)


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("begun", [b"", b"G", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "])
def test_headers_have_a_deadline(connect: Connect, begun: bytes) -> None:
    since = monotonic()
    assert connect().send(begun).ended()
    assert monotonic() - since < 10 * HEADERS_TIMEOUT


def test_a_connection_without_a_request_is_ended(connect: Connect) -> None:
    client = connect()
    assert client.ask("/").said()
    assert client.ended()


def test_headers_that_are_too_large_are_refused(connect: Connect) -> None:
    assert connect().ask("/", *[f"X-{number}: {'x' * 3000}" for number in range(90)]).answer()[0] == 431
    assert connect().ask("/", *[f"X-{number}: {'x' * 1000}" for number in range(50)]).said()
    assert connect().ask("/", *["X: x"] * 120).answer()[0] == 431
    assert connect().ask(f"/{'x' * 100_000}").answer()[0] in {414, 431}


def test_forty_bodies_that_do_not_come_and_requests_that_wait_stop_nobody(connect: Connect) -> None:
    idle = [connect().ask("/", "Content-Length: 10", method="POST", body=b"x") for _ in range(40)]
    stuck = [connect().ask("/wait/2") for _ in range(4)]
    since = monotonic()
    for _ in range(20):
        assert connect().ask("/").said()
    assert monotonic() - since < PATIENCE
    assert all(client.said() for client in stuck)
    for client in idle:
        assert client.send(b"x" * 9).said()["length"] == 10


@pytest.mark.parametrize("path", ["/much/30000000", "/file/1000000"])
def test_clients_that_do_not_read_keep_no_thread(connect: Connect, path: str) -> None:
    slow = [connect(window=4096).ask(path) for _ in range(80)]
    assert all(client.reader.read(1) == b"H" for client in slow)
    assert connect().ask("/").said()
