"""Requests a second and p99 behind nginx with `deploy/nginx.conf`, with its cache and without it, in turns.

wrk sends requests over HTTPS with 16 connections on the same machine, for responses of one numbered release.
"""

import shutil
import socket

from benchmarks.http import Run, wrk
from benchmarks.report import NOTHING, line, rate
from benchmarks.serving import MUSTER, catalog, server
from tests.proxy import HOST, NGINX, Proxy, nginx

ROUNDS = 3
PATHS = {
    "a card of a release": "/api/v1/cards/attack-wing/wraith/?release=1",
    "a list of 50 of a release": "/api/v1/cards/?game=attack-wing&limit=50&release=1",
}


def measure() -> str | None:
    """Print the figures, or return what is missing."""
    if shutil.which("wrk") is None or NGINX is None:
        return "wrk or nginx is not installed (Debian's packages wrk and nginx-light)"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {"ALLOWED_HOSTS": HOST, "BEHIND_PROXY": "1", "INSECURE_HTTP": "0"}
    with (
        catalog("fixtures/attack-wing", pages=False, **settings) as environment,
        server(MUSTER, port, environment) as site,
        nginx(port, caches=False) as plain,
        nginx(port) as caching,
    ):
        sides = {"without the cache": plain, "with the cache": caching}
        for what, path in PATHS.items():
            runs: dict[str, list[Run]] = {name: [] for name in sides}
            for _round in range(ROUNDS):
                for name, proxy in sides.items():
                    runs[name].append(_asked(proxy, path, site.pid))
            for name, of_side in runs.items():
                rate(f"{what}, {name}", [run.rate for run in of_side], "req/s", NOTHING)
                line("  p99 of the worst round", f"{max(run.tail for run in of_side):.1f} ms", "")
    return None


def _asked(proxy: Proxy, path: str, site: int) -> Run:
    headers = ["-H", f"Host: {HOST}", "-H", "Accept-Encoding: br"]
    return wrk(f"https://127.0.0.1:{proxy.port}{path}", *headers, server=site)
