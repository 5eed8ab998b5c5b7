"""The web server: how granian is started, with a bounded pool of threads and limits of connections and headers."""

import os
import resource
import sys
from contextlib import suppress
from pathlib import Path

APPLICATION = "config.server:make_application"
"""The function that returns Muster's WSGI application."""
STACK_BYTES = 8 * 1024 * 1024
"""Size of the stack of a thread. Recursion through C can overflow a smaller one before Python's limit of recursion ends
it; the process would die."""
ENVIRONMENT = {"RUST_MIN_STACK": str(STACK_BYTES)}
"""Variables of granian's process, whose threads have stacks of 2 MiB otherwise."""
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


def bind_to_core() -> None:
    """Bind this process of the server to a core of its own, if there are as many processes as cores.

    The threads of a process wake each other for every request. One that wakes up on the core of another process waits
    until that one is interrupted, and both take longer. This does nothing where the system cannot tell or bind.
    """
    with suppress(AttributeError, OSError):
        parent = os.getppid()
        processes = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        cores_of = {int(process): os.sched_getaffinity(int(process)) for process in processes}
        free = os.sched_getaffinity(0).difference(*(cores for cores in cores_of.values() if len(cores) == 1))
        unbound = sorted(process for process, cores in cores_of.items() if len(cores) > 1)
        if free and len(processes) == len(os.sched_getaffinity(parent)):
            os.sched_setaffinity(0, {sorted(free)[unbound.index(os.getpid()) % len(free)]})
