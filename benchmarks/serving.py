"""The site as `make run` serves it, over a catalog of its own that is gone afterwards."""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 60
"""How many seconds a server may take to start or to end; on a busy machine it does take some."""


@contextmanager
def catalog(**more: str) -> Iterator[dict[str, str]]:
    """Set up a database with the cards of `fixtures/`; yield the environment to serve it in, with `more` in it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "VAR_DIR": folder,
            "SECRET_KEY": "bench",
            "INSECURE_HTTP": "1",
            "ALLOWED_HOSTS": "127.0.0.1",
            "DEMO": "0",
            "LOG_LEVEL": "ERROR",
            "API_LIMITS": "0",
            **more,
        }
        for command in (["migrate"], ["import_cards", "fixtures"], ["collectstatic", "--noinput"]):
            subprocess.run(
                [sys.executable, "manage.py", *command, "--verbosity", "0"],
                env=environment,
                cwd=ROOT,
                check=True,
                stdout=subprocess.DEVNULL,
            )
        yield environment


@contextmanager
def server(
    application: str, port: int, environment: dict[str, str], threads: int = 1
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve an application with the settings of `make run`, or with more threads, from when it answers on.

    Raises RuntimeError when it ends before, or does not answer at all.
    """
    arguments = ["--interface", "wsgi", "--port", str(port), "--workers", "2", "--blocking-threads", str(threads)]
    process = subprocess.Popen(
        [sys.executable, "-m", "granian", *arguments, "--no-ws", "--log-level", "error", application],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        wait_for(process, port)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:  # one that was still starting does not hear
            process.kill()
            process.wait()


def core_seconds(process: int) -> float:
    """Return the core time that a process and its children have used, of all their threads; Linux tells it."""
    nanoseconds, left = 0, [process]
    while left:
        for thread in Path(f"/proc/{left.pop()}/task").iterdir():
            nanoseconds += int((thread / "schedstat").read_text().split()[0])
            left += map(int, (thread / "children").read_text().split())
    return nanoseconds / 1e9


def peak_memory(server: int) -> float:
    """Return the peak resident memory in MB of the largest of the workers that a server has started."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    peaks = (re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in workers)
    return max(int(peak[1]) / 1024 for peak in peaks if peak)


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server answers. Raises RuntimeError when it has ended, or does not answer in a minute."""
    for _ in range(10 * PATIENCE):
        if (code := process.poll()) is not None:
            raise RuntimeError(f"The server ended with {code} before it answered on port {port}.")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=1).close()
            return
        except urllib.error.HTTPError:
            return  # another application knows no such address, but it answers
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"The server does not answer on port {port}.")
