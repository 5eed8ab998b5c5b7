"""The site behind nginx with `deploy/nginx.conf`: hostile clients, refused requests, and the log."""

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.serving import server
from catalog.api_base import problems
from config import proxy_limits
from config.server import MAX_BODY_BYTES
from operations import web_server
from tests.legions.test_log_redaction import with_a_secret
from tests.ports import free_port
from tests.proxy import CONFIGURATION, HOST, NGINX, Proxy, nginx, site
from tests.slow_clients import drill
from tests.worker_drills import wait_for

pytestmark = [pytest.mark.drill, pytest.mark.guard]
BEHIND_NGINX = pytest.mark.skipif(NGINX is None, reason="NOT CHECKED: nginx is not installed (Debian's nginx-light)")

GENEROUS_MILLISECONDS = 5_000
"""Maximum wait of a normal client if tests share the machine; `make long` requires 500."""
VERDICTS = "/api/v1/verdicts/"
LEGION = b'{"game": "attack-wing", "picks": []}'


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    """Run nginx in front of an application that echoes its requests."""
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    port = free_port()
    with server("tests.server.echo:make_application", port, environment), nginx(port) as running:
        yield running


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def said(response: bytes) -> dict[str, Any]:
    """Return the document of `echo` in a response."""
    found: dict[str, Any] = json.loads(response.rpartition(b"\r\n\r\n")[2])
    return found


def post(path: str, *headers: str, body: bytes = LEGION) -> bytes:
    return request("POST", path, "Content-Type: application/json", *headers, body=body)


@BEHIND_NGINX
def test_a_normal_client_is_answered_among_slow_ones() -> None:
    port = free_port()
    with site(port), nginx(port) as proxy:
        statuses, tail = drill(proxy, slow=250, silent=1_500, seconds=10)
    assert set(statuses) == {200}
    assert statuses[200] >= 9
    assert tail < GENEROUS_MILLISECONDS


CHUNKS = b"%x\r\n%b\r\n0\r\n\r\n" % (len(LEGION), LEGION)


@BEHIND_NGINX
@pytest.mark.parametrize(
    "framing",
    [
        (f"Content-Length: {len(LEGION)}", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked", f"Content-Length: {len(CHUNKS)}"),
        ("Content-Length: 3", "Content-Length: 4"),
        ("Content-Length: +3",),
        ("Transfer-Encoding: chunked, chunked",),
    ],
)
def test_requests_with_two_lengths_are_refused(proxy: Proxy, framing: tuple[str, ...]) -> None:
    smuggled = request("GET", "/livez")
    status, response = proxy.ask(post(VERDICTS, *framing, body=CHUNKS + smuggled))
    assert status in {400, 501}
    assert response.count(b"HTTP/1.1 ") == 1


@BEHIND_NGINX
def test_bodies_of_both_sorts_come_with_their_length(proxy: Proxy) -> None:
    for raw in (
        post(VERDICTS, f"Content-Length: {len(LEGION)}"),
        post(VERDICTS, "Transfer-Encoding: chunked", body=CHUNKS),
        post(VERDICTS, f"Content-Length: {len(LEGION)}", "Expect: 100-continue"),
    ):
        found = said(proxy.ask(raw)[1])
        assert (found["length"], found["CONTENT_LENGTH"]) == (len(LEGION), str(len(LEGION)))
        assert "HTTP_TRANSFER_ENCODING" not in found


@BEHIND_NGINX
def test_a_body_that_is_too_large_gets_413(proxy: Proxy) -> None:
    too_large = f"Content-Length: {MAX_BODY_BYTES + 1}"
    problem = problems.problem_response("too-large").content
    assert proxy.response(post(VERDICTS, too_large, body=b"")) == (413, "application/problem+json", problem)
    assert proxy.response(post("/account/login/", too_large, body=b""))[:2] == (413, "text/html")
    assert proxy.ask(request("GET", "/livez", *[f"X-{number}: {'x' * 1000}" for number in range(100)]))[0] == 400
    assert proxy.ask(request("GET", f"/{'x' * 40_000}"))[0] == 414
    assert proxy.ask(request("GET", "/livez", *[f"X-{number}: {'x' * 1000}" for number in range(30)]))[0] == 200


@BEHIND_NGINX
def test_one_address_has_so_many_requests_under_way(proxy: Proxy) -> None:
    slow = [proxy.secure("127.0.0.9") for _ in range(100)]
    for connection in slow:
        connection.sendall(post(VERDICTS, "Content-Length: 1000", body=b"{"))
    # nginx counts a connection once it has read its headers.
    asked = (proxy.ask(request("GET", "/api/v1/cards/"), "127.0.0.9") for _ in range(1_000))
    status, response = next(answer for answer in asked if answer[0] != 200)
    assert (status, response.partition(b"\r\n\r\n")[2]) == (429, problems.problem_response("too-many-requests").content)
    assert proxy.ask(request("GET", "/livez"), "127.0.0.9")[0] == 429
    assert proxy.ask(request("GET", "/livez"), "127.0.0.10")[0] == 200
    for connection in slow:
        connection.close()


@BEHIND_NGINX
def test_an_address_header_of_a_client_is_ignored(proxy: Proxy) -> None:
    made_up = ["X_Forwarded_For: 10.0.0.1", "X-Forwarded-For: 10.0.0.2", "X_Forwarded_Proto: http"]
    found = said(proxy.ask(request("GET", "/api/", *made_up), "127.0.0.9")[1])
    assert found["HTTP_X_FORWARDED_FOR"] == "10.0.0.2, 127.0.0.9"
    assert (found["HTTP_X_FORWARDED_PROTO"], found["HTTP_HOST"]) == ("https", HOST)


@BEHIND_NGINX
def test_the_metrics_are_not_passed_on(proxy: Proxy) -> None:
    assert proxy.ask(request("GET", "/metrics"))[0] == 404


SECRET = "an-unguessable_Key0"


@BEHIND_NGINX
def test_no_secret_of_an_address_is_logged(proxy: Proxy) -> None:
    addresses = [address for address in with_a_secret() if SECRET in address]
    for address in addresses:
        proxy.ask(request("GET", address))
        proxy.response(request("POST", address, f"Content-Length: {MAX_BODY_BYTES + 1}"))
    log = proxy.folder / "access.log"
    # nginx writes the line of a request after its response.
    assert wait_for(lambda: log.read_text().count("\n") >= 2 * len(addresses)) is not None
    access, error = log.read_text(), (proxy.folder / "error.log").read_text()
    assert SECRET not in access + error


@BEHIND_NGINX
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_an_api_without_a_site_is_unavailable_with_the_status_of_its_problem(method: str) -> None:
    with nginx(free_port()) as alone:
        status, response = alone.ask(request(method, "/api/v1/verdicts/"))
    assert status == 503
    head, _, body = response.partition(b"\r\n\r\n")
    assert b"\r\nRetry-After: 2\r\n" in head + b"\r\n"
    assert json.loads(body)["status"] == 503


def test_the_refusals_of_nginx_are_problems_that_are_published() -> None:
    documents = re.findall(r"return (\d+) '(\{.*\})';", CONFIGURATION.read_text())
    codes = ("too-large", "too-many-requests", "unavailable")
    assert documents == [
        (str(problem.status_code), problem.content.decode()) for problem in map(problems.problem_response, codes)
    ]


def test_the_limits_of_nginx_and_their_page_are_current() -> None:
    text = CONFIGURATION.read_text()
    assert proxy_limits.with_limits(text) == text, "run python -m config.proxy_limits"
    page = proxy_limits.PAGE.read_text("utf-8")
    assert proxy_limits.with_tables(page) == page, "run python -m config.proxy_limits"
    for incomplete in (text.replace("send_timeout", "# send_timeout"), ""):
        with pytest.raises(ValueError, match="0 times"):
            proxy_limits.with_limits(incomplete)
    with pytest.raises(ValueError, match="markers"):
        proxy_limits.with_tables("no table")
    assert f"client_max_body_size {MAX_BODY_BYTES // 2**20}m;" in text
    [idle] = re.findall(r"^ +keepalive_timeout (\d+)s;  # before Muster", text, re.MULTILINE)
    assert int(idle) < web_server.HEADERS_TIMEOUT_SECONDS
