"""The cache of nginx with `deploy/nginx.conf`: what it keeps, and what it shows to whom."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from tests.nonempty import nonempty
from tests.proxy import HOST, NGINX, Proxy, nginx
from tests.worker_drills import wait_for

pytestmark = [
    pytest.mark.drill,
    pytest.mark.guard,
    pytest.mark.skipif(NGINX is None, reason="NOT CHECKED: nginx is not installed (Debian's nginx-light)"),
]
LASTING = "/api/v1/games/?release=1"
IMMUTABLE = {"Cache-Control": "public, max-age=86400, immutable", "Vary": "origin, Accept-Encoding"}


class Site(ThreadingHTTPServer):
    """A site that gives each request the same headers, and records the requests."""

    def __init__(self, headers: dict[str, str]) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.headers = headers
        self.requests: list[dict[str, str]] = []


class Answering(BaseHTTPRequestHandler):
    """One connection with the site. The body of a response is the number of the request and its coding."""

    server: Site

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append(dict(self.headers))
        body = f"{len(self.server.requests)} {self.headers['Accept-Encoding']}".encode()
        self.send_response(200)
        quota = {"RateLimit": f'"reading";r={len(self.server.requests)};t=60', "RateLimit-Policy": '"reading";q=600'}
        for name, text in {**quota, **self.server.headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else body)

    do_GET = do_HEAD = do_POST = _answer  # noqa: N815 - the names of http.server

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@contextmanager
def cached(**headers: str) -> Iterator[tuple[Site, Proxy]]:
    """Run nginx in front of a site with headers; `_` in a name is `-`."""
    with Site({**IMMUTABLE, **{name.replace("_", "-"): text for name, text in headers.items()}}) as site:
        serving = Thread(target=site.serve_forever)
        serving.start()
        try:
            with nginx(site.server_port) as proxy:
                yield site, proxy
        finally:
            site.shutdown()
            serving.join()


def ask(proxy: Proxy, path: str = LASTING, method: str = "GET", **headers: str) -> tuple[str, http.client.HTTPMessage]:
    """Return the body and the headers of a response; `_` in a name is `-`."""
    connection = http.client.HTTPConnection(HOST, timeout=60)
    connection.sock = proxy.secure()
    named = {name.replace("_", "-"): text for name, text in {"Accept_Encoding": "br", **headers}.items()}
    connection.request(method, path, headers=named)
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return body, response.headers


def test_one_release_is_answered_once_and_shows_nothing_of_who_asked_first() -> None:
    with cached(Access_Control_Allow_Origin="*") as (site, proxy):
        first, first_headers = ask(proxy, Cookie="sessionid=one", Origin="https://one.example")
        again, again_headers = ask(proxy, Cookie="sessionid=other", Origin="https://other.example")
        assert (first, again) == ("1 br", "1 br")
        assert first_headers["RateLimit"] == '"reading";r=1;t=60'
        for header in nonempty(["RateLimit", "RateLimit-Policy", "Set-Cookie"]):
            assert header not in again_headers
        assert again_headers.get_all("Access-Control-Allow-Origin") == ["*"]
        assert [request["Origin"] for request in site.requests] == [f"https://{HOST}"]
        assert ask(proxy, method="HEAD")[0] == ""
        assert len(site.requests) == 1


def test_each_coding_is_kept_by_itself() -> None:
    with cached() as (site, proxy):
        for accepted, coding in nonempty(
            {
                "br": "br",
                "gzip, deflate, br, zstd": "br",
                "gzip;q=0.5, br;q=1.0": "br",
                "gzip": "gzip",
                "br;q=0, gzip": "gzip",
                "br;q=0.0, gzip;q=0": "identity",
                "brotli": "identity",
                "": "identity",
            }.items()
        ):
            assert ask(proxy, Accept_Encoding=accepted)[0].partition(" ")[2] == coding
        assert len(site.requests) == 3


@pytest.mark.parametrize(
    "headers",
    [
        {"Cache_Control": "public, max-age=60"},
        {"Cache_Control": "private, immutable"},
        {"Set_Cookie": "sessionid=secret"},
        {"Vary": "Cookie, Accept-Encoding"},
        {"Vary": "*"},
    ],
    ids=str,
)
def test_nothing_else_is_kept(headers: dict[str, str]) -> None:
    with cached(**headers) as (_, proxy):
        assert [ask(proxy)[0], ask(proxy)[0]] == ["1 br", "2 br"]


def test_other_addresses_and_methods_and_accounts_are_always_passed_on() -> None:
    others = ["/api/v1/games/", "/pictures/1.webp", "/build/?release=1", "/api/v1/games/?my_release=1"]
    with cached() as (site, proxy):
        for path in nonempty(others):
            assert ask(proxy, path)[0] != ask(proxy, path)[0]
        asked = len(site.requests)
        for _ in range(2):
            ask(proxy, method="POST", Origin="https://other.example", Content_Length="0")
            ask(proxy, Authorization="Bearer one")
        assert len(site.requests) == asked + 4
        assert site.requests[asked]["Origin"] == "https://other.example"


def test_what_is_kept_is_shown_while_the_site_is_gone() -> None:
    with cached(Cache_Control="public, max-age=1, immutable") as (site, proxy):
        ask(proxy)
        site.shutdown()
        site.socket.close()
        log = proxy.folder / "access.log"
        assert wait_for(lambda: ask(proxy)[0] == "1 br" and " STALE " in log.read_text()) is not None
