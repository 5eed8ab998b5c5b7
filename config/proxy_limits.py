"""`python -m config.proxy_limits`: write the limits of nginx into deploy/nginx.conf, and all limits of requests and
responses on their way into docs/limits.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from catalog.generated_parts import with_generated_part
from config.request_queue import STUCK_SECONDS, WHOLE_RESPONSE_BYTES
from config.server import MAX_BODY_BYTES
from operations import web_server

ROOT = Path(__file__).resolve().parent.parent
PAGE, CONFIGURATION = ROOT / "docs" / "limits.md", ROOT / "deploy" / "nginx.conf"
BEGIN, END = "<!-- python -m config.proxy_limits -->", "<!-- /proxy_limits -->"
KIB, MIB = 1024, 1024 * 1024
HEADER_BUFFERS = 2
REQUESTS_OF_AN_ADDRESS = 100
PROXY_CONNECTIONS = 8_000
BODY_PAUSE_SECONDS = 10
READER_PAUSE_SECONDS = 20
IDLE_SECONDS = 30
CONNECT_SECONDS = 5
ANSWER_SECONDS = 120


@dataclass(frozen=True)
class Limit:
    """A row of the page; `directives` are the lines of nginx that set the limit, keyed by name."""

    what: str
    limit: str
    beyond: str
    directives: Mapping[str, str] = field(default_factory=dict)


OF_NGINX = (
    Limit(
        "address and headers",
        f"{web_server.HEADERS_TIMEOUT_SECONDS} s, {web_server.MAX_HEADER_BYTES // KIB} KiB",
        "the connection ends; 400 or 414",
        {
            "client_header_timeout": f"{web_server.HEADERS_TIMEOUT_SECONDS}s",
            "large_client_header_buffers": (
                f"{HEADER_BUFFERS} {web_server.MAX_HEADER_BYTES // HEADER_BUFFERS // KIB}k"
            ),
        },
    ),
    Limit(
        "a body",
        f"{BODY_PAUSE_SECONDS} s between two pieces; {MAX_BODY_BYTES // MIB} MiB",
        "the connection ends; 413",
        {"client_body_timeout": f"{BODY_PAUSE_SECONDS}s", "client_max_body_size": f"{MAX_BODY_BYTES // MIB}m"},
    ),
    Limit(
        "a response",
        f"{READER_PAUSE_SECONDS} s between two pieces",
        "the connection ends",
        {"send_timeout": f"{READER_PAUSE_SECONDS}s"},
    ),
    Limit(
        "a connection without a request",
        f"{IDLE_SECONDS} s",
        "the connection ends",
        {"keepalive_timeout": f"{IDLE_SECONDS}s"},
    ),
    Limit(
        "concurrent requests of one address",
        f"{REQUESTS_OF_AN_ADDRESS}",
        "429 with `Retry-After`",
        {"limit_conn": f"addresses {REQUESTS_OF_AN_ADDRESS}"},
    ),
    Limit(
        "connections",
        f"{PROXY_CONNECTIONS:,} for each process of nginx",
        "further connections are not accepted",
        {"worker_connections": f"{PROXY_CONNECTIONS}"},
    ),
    Limit(
        "a connection to Muster",
        f"{CONNECT_SECONDS} s",
        "503 with `Retry-After` below `/api/`, else 504",
        {"proxy_connect_timeout": f"{CONNECT_SECONDS}s"},
    ),
    Limit(
        "a response of Muster",
        f"{ANSWER_SECONDS} s between two pieces",
        "503 with `Retry-After` below `/api/`, else 504",
        {"proxy_read_timeout": f"{ANSWER_SECONDS}s"},
    ),
)
OF_MUSTER = (
    Limit(
        "address and headers",
        f"{web_server.HEADERS_TIMEOUT_SECONDS} s, about {web_server.MAX_HEADER_BYTES // KIB} KiB, 100 headers",
        "the connection ends; 414 or 431",
    ),
    Limit("a body", f"{MAX_BODY_BYTES // MIB} MiB", "413"),
    Limit("a body shorter than its length", "", "400"),
    Limit("a connection without a request", f"{web_server.HEADERS_TIMEOUT_SECONDS} s", "the connection ends"),
    Limit("connections", f"{web_server.CONNECTIONS:,}", "further connections wait"),
    Limit(
        "threads",
        f"{web_server.THREADS}; each body in transfer and each response above {WHOLE_RESPONSE_BYTES // MIB} MiB "
        "occupies one",
        "requests wait",
    ),
    Limit("a running request", f"{STUCK_SECONDS} s", "the next one starts beside it"),
    Limit("requests in progress when Muster stops", f"{web_server.STOP_TIMEOUT_SECONDS} s", "they are cut off"),
)


def with_tables(page: str) -> str:
    """Return the page with current tables between its two markers. Raises ValueError for a page without markers."""
    return with_generated_part(page, BEGIN, END, "".join(_lines()))


def _lines() -> Iterator[str]:
    yield from _table("nginx, with `deploy/nginx.conf`:", OF_NGINX)
    yield from _table(
        "Each process of Muster (`operations/web_server.py`, `config/server.py`, `config/request_queue.py`):", OF_MUSTER
    )


def _table(title: str, limits: tuple[Limit, ...]) -> Iterator[str]:
    yield f"\n{title}\n\n| What | Limit | Beyond it |\n|---|---|---|\n"
    for limit in limits:
        yield f"| {limit.what} | {limit.limit} | {limit.beyond} |\n"


def with_limits(configuration: str) -> str:
    """Return the configuration of nginx with current limits. Raises ValueError if it has a limit not exactly once."""
    for limit in OF_NGINX:
        for name, text in limit.directives.items():
            line = re.compile(rf"^( +{name}) [^;\n]*;$", re.MULTILINE)
            configuration, found = line.subn(rf"\1 {text};", configuration)
            if found != 1:
                raise ValueError(f"{CONFIGURATION.name} has {name} {found} times.")
    return configuration


def main(arguments: list[str]) -> int:
    """Write both files, or with `--check` return 1 if one is out of date."""
    current = {file: write(file.read_text("utf-8")) for file, write in WRITERS.items()}
    stale = [file for file, text in current.items() if file.read_text("utf-8") != text]
    if "--check" in arguments:
        return int(bool(stale))
    for file in stale:
        file.write_text(current[file], "utf-8")
    return 0


WRITERS = {PAGE: with_tables, CONFIGURATION: with_limits}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
