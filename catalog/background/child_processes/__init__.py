"""Work that nobody can bound from within, in child processes with bounds: how many at once, how long, how much memory.

A PDF, a photo from a stranger, a search for the best list: each runs a script of ours in a Python of its own, which is
killed when its time is over. A process that is gone takes its memory with it, and with the parent its children end, so
that nothing piles up. How many run at once is counted for the whole machine, by locks on files below `VAR_DIR`.
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
"""What each of them begins with. It is run as a file, so that nothing of this package is loaded there."""
MAX_LOGGED = 500
"""Bytes of what a process wrote to its standard error that go into the log."""

CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
HALF_OF_THE_CPUS = max(1, CPUS // 2)
"""How many child processes of a sort run at once, so that the other half goes on answering requests."""

POLL_INTERVAL = 0.05
"""Seconds between two looks whether a place is free."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the child processes of one sort may take: `at_once` of them on this machine, each so many `seconds` by the
    clock, and so many bytes of `memory` (address space). Who comes when all places are taken waits for `patience`
    seconds.
    """

    name: str
    seconds: float
    memory: int
    at_once: int = HALF_OF_THE_CPUS
    patience: float = 0.0

    @property
    def longest(self) -> float:
        """Seconds that a caller is kept waiting at most, until there is a result or an error."""
        return self.patience + self.seconds


class NoCapacity(Exception):
    """All places of this sort are taken; to ask again in a few seconds makes sense. Nothing was begun."""


class ProcessFailed(Exception):
    """The process ended without a result: by itself, by a bound of memory, or because its time was over (`overdue`)."""

    def __init__(self, message: str, *, overdue: bool = False) -> None:
        super().__init__(message)
        self.overdue = overdue


@contextmanager
def reserve_place(bounds: Bounds) -> Iterator[int]:
    """Take one of the places of this machine; yields the file that holds it, which a child process inherits.

    It is free again when neither this process nor the child has that file open, however they end. Raises NoCapacity.
    """
    until = time.monotonic() + bounds.patience
    while (lock := _free(bounds)) is None:
        if time.monotonic() >= until:
            raise NoCapacity(f"{bounds.at_once} of {bounds.name} at once")
        time.sleep(POLL_INTERVAL)
    try:
        yield lock
    finally:
        os.close(lock)


def _free(bounds: Bounds) -> int | None:
    """Return an open file that holds a place; None where all are taken, or where none can be."""
    folder = Path(settings.VAR_DIR, "places")
    try:
        import fcntl  # not everywhere

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
    """Start a script in a Python of its own, with pipes for its input, its output and its errors.

    It gets nothing of the environment, no secret above all. The caller ends it in time; where nobody does, it ends
    when it has taken as many seconds of a core.
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
    """Give bytes to a script on its standard input; return what it writes to its standard output.

    Raises NoCapacity, and ProcessFailed where the script ends with an error or not in time.
    """
    with reserve_place(bounds) as lock, start(script, *arguments, bounds=bounds, pass_fds=(lock,)) as process:
        try:
            result, errors = process.communicate(stdin, timeout=bounds.seconds)
        except subprocess.TimeoutExpired as error:
            raise ProcessFailed(f"It took more than {bounds.seconds:g} s.", overdue=True) from error
        finally:
            with suppress(ProcessLookupError):
                process.kill()  # nothing where it has ended
    if process.returncode:
        raise ProcessFailed(f"It ended with {process.returncode}: {errors[-MAX_LOGGED:].decode('utf-8', 'replace')}")
    return result
