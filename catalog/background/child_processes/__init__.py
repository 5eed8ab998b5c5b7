"""Child processes for work that cannot be limited from within, with limits on their number, time and memory.

A PDF, an uploaded photo, a search for the best list: each runs a script in a Python process of its own, which is killed
when its time is over. A finished process frees its memory, and children end with their parent, so nothing accumulates.
Concurrent processes are counted for the whole machine, by file locks below `VAR_DIR`.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)

SCRIPT = Path(__file__).with_name("__main__.py")
"""The entry point of every child process. It is run as a file, so that no module of this package is loaded there."""
MAX_LOGGED = 500
"""Maximum number of bytes of a process's standard error in the log."""

CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
HALF_OF_THE_CPUS = max(1, CPUS // 2)
"""Number of concurrent child processes of a kind. The other CPUs remain free to answer requests."""

POLL_SECONDS = 0.05
"""Seconds between checks for a free place."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The limits of one kind of child process.

    At most `at_once` of them run on this machine, each for up to `seconds` of wall-clock time with up to `memory` bytes
    of address space. If all places are taken, a caller waits up to `patience` seconds for one.
    """

    name: str
    seconds: float
    memory: int
    at_once: int = HALF_OF_THE_CPUS
    patience: float = 0.0

    @property
    def longest(self) -> float:
        """Maximum number of seconds until the caller has a result or an error."""
        return self.patience + self.seconds


class NoCapacity(Exception):
    """All places of this kind are taken. Nothing was started, and a retry after a few seconds makes sense."""


class ProcessFailed(Exception):
    """A process without a result: it failed, hit its memory limit, or ran out of time (`overdue`)."""

    def __init__(self, message: str, *, overdue: bool = False) -> None:
        super().__init__(message)
        self.overdue = overdue


@contextmanager
def reserve_place(bounds: Bounds) -> Iterator[int]:
    """Take a place on this machine. Yields the file descriptor of its lock, which a child process inherits.

    The place is free again when both this process and the child have closed the file, however they end. Raises
    NoCapacity.
    """
    until = time.monotonic() + bounds.patience
    while (lock := _free(bounds)) is None:
        if time.monotonic() >= until:
            raise NoCapacity(f"{bounds.at_once} of {bounds.name} at once")
        time.sleep(POLL_SECONDS)
    try:
        yield lock
    finally:
        os.close(lock)


def _free(bounds: Bounds) -> int | None:
    """Return the descriptor of a locked file; None if all places are taken, or if locking fails."""
    folder = Path(settings.VAR_DIR, "places")
    try:
        import fcntl  # not available on every platform

        folder.mkdir(parents=True, exist_ok=True)
        for number in range(bounds.at_once):
            lock = os.open(folder / f"{bounds.name}-{number}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(lock)
            else:
                return lock
    except (OSError, ImportError) as error:
        logger.error("No place for %s can be taken: %s", bounds.name, error)
    return None


def start(
    script: Path, *arguments: str, bounds: Bounds, pass_fds: tuple[int, ...] = (), stderr: int | None = subprocess.PIPE
) -> subprocess.Popen[bytes]:
    """Start a script in a Python process of its own, with pipes for its input, output and errors.

    The process gets nothing of the environment, so no secrets. The caller has to end it in time; otherwise it ends
    after the same number of seconds of CPU time.
    """
    return subprocess.Popen(  # noqa: S603 - our own files
        [
            *(sys.executable, "-I", str(SCRIPT), str(bounds.memory), str(int(bounds.seconds) + 2), str(os.getpid())),
            *(str(script), *arguments),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        pass_fds=pass_fds,
        env={"OPENBLAS_NUM_THREADS": "1", "PATH": os.defpath},
    )


def run(script: Path, *arguments: str, stdin: bytes, bounds: Bounds) -> bytes:
    """Run a script with bytes on its standard input, and return its standard output.

    Raises NoCapacity, and ProcessFailed if the script fails or runs out of time.
    """
    with reserve_place(bounds) as lock, start(script, *arguments, bounds=bounds, pass_fds=(lock,)) as process:
        try:
            result, errors = process.communicate(stdin, timeout=bounds.seconds)
        except subprocess.TimeoutExpired as error:
            raise ProcessFailed(f"It took more than {bounds.seconds:g} s.", overdue=True) from error
        finally:
            with suppress(ProcessLookupError):
                process.kill()  # no effect if it has ended
    if process.returncode:
        raise ProcessFailed(f"It ended with {process.returncode}: {errors[-MAX_LOGGED:].decode('utf-8', 'replace')}")
    return result
