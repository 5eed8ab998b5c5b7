"""The web server: how granian is started, with a bounded pool of threads and limits of connections and headers."""

import resource
import sys

APPLICATION = "config.server:make_application"
"""The function that returns Muster's WSGI application."""
ENVIRONMENT = {"RUST_MIN_STACK": str(8 * 1024 * 1024)}
"""Variables of granian's process. Its threads have stacks of 2 MiB otherwise, which recursion through C can overflow
before Python's limit of recursion ends it; the process would die."""
THREADS = 64
"""Maximum number of threads of a process. A body that is being received occupies one, and so does a response larger
than 1 MiB."""
CONNECTIONS = 2_000
"""Maximum number of connections of a process. Further ones wait until one ends."""
SOCKET_BACKLOG = 1_024
"""Maximum number of waiting connections of a process."""
HEADERS_TIMEOUT_SECONDS = 10
"""Seconds for the address and headers of a request, and for a connection without a request."""
MAX_HEADER_BYTES = 64 * 1024
"""Maximum size of the address and all headers of one request."""
STOP_TIMEOUT_SECONDS = 8
"""Seconds that requests in progress get when the server is stopped."""


def command(host: str, port: int, processes: int, application: str = APPLICATION) -> list[str]:
    """Return the command that serves an application at an IP address.

    `application` is a function, as MODULE:NAME, that each process calls for its WSGI application.
    """
    options = {
        "--interface": "wsgi",
        "--http": "1",
        "--host": host,
        "--port": port,
        "--workers": processes,
        "--blocking-threads": THREADS,
        "--backlog": SOCKET_BACKLOG,
        "--backpressure": CONNECTIONS,
        "--http1-header-read-timeout": 1_000 * HEADERS_TIMEOUT_SECONDS,
        "--http1-buffer-size": MAX_HEADER_BYTES,
        "--workers-kill-timeout": STOP_TIMEOUT_SECONDS,
        "--log-level": "error",
    }
    flags = ["--factory", "--no-ws", "--respawn-failed-workers"]
    pairs = [str(part) for option in options.items() for part in option]
    return [sys.executable, "-m", "granian", *flags, *pairs, application]


def allow_open_files() -> None:
    """Raise the limit of open files, for this process and its children, to the number of connections."""
    needed = CONNECTIONS + 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (needed if hard == resource.RLIM_INFINITY else min(needed, hard), hard)
        )
