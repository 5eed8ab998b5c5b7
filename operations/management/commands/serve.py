"""Run the site and the worker as child processes of one parent that restarts them if they end."""

from __future__ import annotations

import ctypes
import errno
import logging
import os
import signal
import socket
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from catalog import metrics_files
from operations import preflight, web_server
from operations.exceptions import OperationRefused

logger = logging.getLogger(__name__)

STOP_TIMEOUT_SECONDS = 10
"""The time in seconds that a process has to stop by itself."""
MIN_RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
"""The delay in seconds before a restart: the initial one, and the maximum after repeated failures."""
STEADY_SECONDS = 60
"""The running time in seconds after which a start counts as successful."""
DEMONSTRATION = (
    "Demonstration: the password of the account demo is in VAR_DIR, and curators need no second step. "
    "Only this machine reaches the site."
)

NO_PROXY = (
    "Warning: {host} can be reached by other machines, and BEHIND_PROXY is 0. Slow clients can stop a server without a "
    "proxy: put one in front of it, such as nginx with deploy/nginx.conf."
)

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
WATCHED = {*STOPPING, signal.SIGCHLD, signal.SIGALRM}
PR_SET_PDEATHSIG = 1


class Command(BaseCommand):
    """`manage.py serve`: the whole of Muster, for `make run` and for production."""

    help = (
        "Run the site and its worker, and restart processes that end, until a signal stops it (Ctrl-C, TERM). In "
        "production, run it behind a proxy with HTTPS."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="an address of this machine (default: %(default)s)")
        parser.add_argument("--port", type=_port, default=8000, help="1 to 65535 (default: %(default)s)")
        parser.add_argument(
            "--processes",
            type=_processes,
            default=2,
            help="processes of the site, one for each core (default: %(default)s)",
        )
        parser.add_argument(
            "--without-worker",
            action="store_true",
            help="run only the site; `manage.py db_worker` runs elsewhere",
        )

    def handle(self, *, host: str, port: int, processes: int, without_worker: bool, **options: Any) -> None:
        """Start the processes, restart those that end, and stop all on a signal."""
        if not settings.ALLOWED_HOSTS and not settings.DEBUG:
            message = "set it to the host names that visitors use, for example muster.example"
            raise CommandError(f"The setting ALLOWED_HOSTS is empty: {message}.")
        try:
            preflight.check_demonstration(host)
            preflight.check_folders()
            preflight.check_static_files()
            preflight.check_database()
        except OperationRefused as error:
            raise CommandError(str(error)) from None
        metrics_files.remove_files_of_ended_processes(settings.METRICS_DIR)
        # Signals are blocked before there is anything to stop, and fetched later; child processes unblock them.
        signal.pthread_sigmask(signal.SIG_BLOCK, WATCHED)
        web_server.allow_open_files()
        parts = [ChildProcess("site", web_server.command(_free_address(host, port), port, processes))]
        if not without_worker:
            parts.append(ChildProcess("worker", _worker()))
        shown = "localhost" if host == "127.0.0.1" else f"[{host}]" if ":" in host else host
        try:
            for part in parts:
                part.start()
            if settings.DEMO:
                self.stdout.write(DEMONSTRATION)
            if not settings.PROXIES and not preflight.is_loopback(host):
                self.stderr.write(NO_PROXY.format(host=host))
            self.stdout.write(f"Muster is at http://{shown}:{port}/ (stop it with Ctrl-C)")
            self.stdout.flush()
            _watch(parts)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            _stop(parts)


class ChildProcess:
    """A child process that is kept running as long as its parent."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._command = command
        self._delay = MIN_RESTART_DELAY
        self._begun = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.due = 0.0
        """The time of the next start, if there is no process."""

    def start(self) -> None:
        """Start the process in its own group, so that Ctrl-C reaches only the parent, which then stops all children."""
        self._begun = monotonic()
        self.process = subprocess.Popen(  # noqa: S603
            self._command,
            cwd=settings.BASE_DIR,
            env=os.environ | web_server.ENVIRONMENT,
            process_group=0,
            preexec_fn=_in_child,
        )

    def look(self) -> None:
        """If the process has ended, log that and schedule a restart."""
        if self.process is None or (code := self.process.poll()) is None:
            return
        _signal(self.process, signal.SIGKILL)  # the rest of its group
        self.process = None
        now = monotonic()
        if now - self._begun >= STEADY_SECONDS:
            self._delay = MIN_RESTART_DELAY
        self.due = now + self._delay
        logger.error("The %s ended unexpectedly with status %d. It restarts in %.1f s.", self.name, code, self._delay)
        self._delay = min(2 * self._delay, MAX_RESTART_DELAY)

    def restart(self) -> None:
        """Start the process if its restart is due."""
        if self.process is None and monotonic() >= self.due:
            logger.warning("The %s restarts.", self.name)
            self.start()


def _watch(parts: list[ChildProcess]) -> None:
    """Restart processes that end, until a signal requests a stop."""
    while True:
        for part in parts:
            part.look()
            part.restart()
        if waiting := [part.due for part in parts if part.process is None]:
            signal.setitimer(signal.ITIMER_REAL, max(0.01, min(waiting) - monotonic()))
        if signal.sigwait(WATCHED) in STOPPING:
            return


def _stop(parts: list[ChildProcess]) -> None:
    """Stop all processes with their children. Each stops its own children first: granian's finish their requests."""
    running = [part.process for part in parts if part.process is not None]
    for process in running:
        process.terminate()
    until = monotonic() + STOP_TIMEOUT_SECONDS
    for process in running:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.1, until - monotonic()))
        _signal(process, signal.SIGKILL)  # the rest of its group
        process.wait()


def _signal(process: subprocess.Popen[bytes], which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, which)


def _free_address(host: str, port: int) -> str:
    """Return the IP address of a host with this port free. Raises CommandError with the reason if it is not.

    The processes of granian share the port, and would also share it with another running Muster.
    """
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(_why(error, host, port)) from None
        return str(probe.getsockname()[0])


def _why(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is used by another program. Stop that program, or choose another port with --port."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs root. Choose a port from 1024 on with --port, behind a proxy."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"{host} is not an address of this machine. Choose one with --host, for example 127.0.0.1."
    return f"Cannot listen on port {port} of {host}: {error.strerror}."


def _worker() -> list[str]:
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    return [*manage, "db_worker", "--verbosity", "0", "--interval", "2", "--no-startup-delay", "--no-reload"]


def _ending_with_parent() -> Callable[[], None]:
    """Return a function that asks the kernel to stop this process when its parent dies; only Linux supports it."""
    try:
        prctl = ctypes.CDLL(None).prctl
    except (OSError, AttributeError, TypeError):
        return lambda: None
    return lambda: prctl(PR_SET_PDEATHSIG, int(signal.SIGTERM))


_end_with_parent = _ending_with_parent()


def _in_child() -> None:
    _end_with_parent()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, WATCHED)


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 65_535:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a port. Give a number from 1 to 65535.")


def _processes(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 256:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is not a number of processes. Give a number from 1 to 256.")
