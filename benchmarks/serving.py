"""The site served like `make run` does, with a temporary catalog, or set up in this process."""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import django

from operations import web_server

ROOT = Path(__file__).resolve().parent.parent
MUSTER = web_server.APPLICATION
PATIENCE_SECONDS = 60
"""The maximum time in seconds for a server to start or stop, long enough for busy machines."""


def set_up_django() -> None:
    """Set up Muster in this process, for measurements that need no server. What needs Django is imported afterwards."""
    for name, value in {"DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "bench" * 10}.items():
        os.environ.setdefault(name, value)
    django.setup()


@contextmanager
def catalog(cards: str = "fixtures", *, pages: bool = True, **more: str) -> Iterator[dict[str, str]]:
    """Set up a database with the cards of a folder; yield the environment for serving it, including `more`.

    With `pages` false, static files are not collected, which takes a while; then only the API can be used.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "VAR_DIR": folder,
            "SECRET_KEY": "bench" * 10,
            "INSECURE_HTTP": "1",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DEMO": "0",
            "LOG_LEVEL": "ERROR",
            "THROTTLE_FACTOR": "1000000",
            **more,
        }
        static = [["collectstatic", "--noinput"]] if pages else []
        for command in (["migrate"], ["import_cards", cards], *static):
            subprocess.run(
                [sys.executable, "manage.py", *command, "--verbosity", "0"],
                env=environment,
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        yield environment


@contextmanager
def server(application: str, port: int, environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the application returned by a function (MODULE:NAME) like `make run` does, in two processes; yield when
    ready.

    Raises RuntimeError if the server ends early or does not respond.
    """
    web_server.allow_open_files()
    command = web_server.command("127.0.0.1", port, 2, application)
    with _answering(command, port, environment | web_server.ENVIRONMENT) as process:
        yield process


@contextmanager
def whole(
    port: int, environment: dict[str, str], log: IO[bytes], *, through: Sequence[str] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """Run `manage.py serve`, the site and its worker; yield when ready. Output is written to `log`.

    The command `through` gets the command of the site as its last arguments. Raises RuntimeError as `server` does.
    """
    command = [*through, sys.executable, "manage.py", "serve", "--port", str(port)]
    with _answering(command, port, environment, log) as process:
        yield process


@contextmanager
def _answering(
    command: list[str], port: int, environment: dict[str, str], log: IO[bytes] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=log)
    try:
        wait_for(process, port)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:  # a process that is still starting ignores the signal
            process.kill()
            process.wait()


def core_seconds(process: int) -> float:
    """Return the CPU time in seconds of all threads of a process and its children. Linux only."""
    nanoseconds, left = 0, [process]
    while left:
        for thread in Path(f"/proc/{left.pop()}/task").iterdir():
            nanoseconds += int((thread / "schedstat").read_text().split()[0])
            left += map(int, (thread / "children").read_text().split())
    return nanoseconds / 1e9


def peak_memory(server: int) -> float:
    """Return the peak resident memory in MB of the largest worker process of a server."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    peaks = (re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in workers)
    return max(int(peak[1]) / 1024 for peak in peaks if peak)


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server responds. Raises RuntimeError if it has ended or does not respond within a minute."""
    for _ in range(10 * PATIENCE_SECONDS):
        if (code := process.poll()) is not None:
            raise RuntimeError(f"The server ended with {code} before it answered on port {port}.")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=1).close()
            return
        except urllib.error.HTTPError:
            return  # another application lacks this URL, but it responds
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server does not answer on port {port}.")
