"""Run the site and the worker that does what takes longer, under one parent that brings back what ends."""

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

from operations import preflight, web_server
from operations.exceptions import OperationRefused

logger = logging.getLogger(__name__)

STOP_TIMEOUT = 10
"""Seconds that a process gets to end by itself."""
MIN_RESTART_DELAY, MAX_RESTART_DELAY = 0.5, 30.0
"""Seconds before what ended is started again: the first time, and after many times in a row."""
STEADY_SECONDS = 60
"""Seconds after which a process that ran counts as one that starts well."""
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
    """`manage.py serve`: the whole of Muster, as `make run` starts it and as it runs in production."""

    help = (
        "Run the site and its worker, and start again what ends, until a signal says to stop (Ctrl-C, TERM). In "
        "production a proxy that speaks HTTPS stands in front of it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to listen, and what to run."""
        parser.add_argument("--host", default="127.0.0.1", help="an address of this machine (default: %(default)s)")
        parser.add_argument("--port", type=_port, default=8000, help="1 to 65535 (default: %(default)s)")
        parser.add_argument(
            "--processes", type=_processes, default=2, help="of the site, one a core (default: %(default)s)"
        )
        parser.add_argument(
            "--without-worker",
            action="store_true",
            help="run the site alone; `manage.py db_worker` runs elsewhere",
        )

    def handle(self, *, host: str, port: int, processes: int, without_worker: bool, **options: Any) -> None:
        """Start all, start again what ends, and stop all on a signal."""
        if not settings.ALLOWED_HOSTS and not settings.DEBUG:
            message = "name the hosts that the site is asked by, muster.example for example"
            raise CommandError(f"The setting ALLOWED_HOSTS is empty: {message}.")
        try:
            preflight.check_demonstration(host)
            preflight.check_folders()
            preflight.check_static_files()
            preflight.check_database()
        except OperationRefused as error:
            raise CommandError(str(error)) from None
        # Signals wait until they are asked for, from before there is anything to stop; the children get them back.
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
    """A process that is to run as long as its parent."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self._command = command
        self._delay = MIN_RESTART_DELAY
        self._begun = 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.due = 0.0
        """When to start it again, while there is no process."""

    def start(self) -> None:
        """Start the process in a group of its own, so that Ctrl-C reaches the parent alone, which then stops all."""
        self._begun = monotonic()
        self.process = subprocess.Popen(  # noqa: S603
            self._command,
            cwd=settings.BASE_DIR,
            process_group=0,
            preexec_fn=_in_child,
        )

    def look(self) -> None:
        """Notice when the process has ended, say so, and say when it is started again."""
        if self.process is None or (code := self.process.poll()) is None:
            return
        _signal(self.process, signal.SIGKILL)  # what is left of its group
        self.process = None
        now = monotonic()
        if now - self._begun >= STEADY_SECONDS:
            self._delay = MIN_RESTART_DELAY
        self.due = now + self._delay
        logger.error("The %s ended by itself, with %d; it is started again in %.1f s.", self.name, code, self._delay)
        self._delay = min(2 * self._delay, MAX_RESTART_DELAY)

    def restart(self) -> None:
        """Start the process again when its time has come."""
        if self.process is None and monotonic() >= self.due:
            logger.warning("The %s is started again.", self.name)
            self.start()


def _watch(parts: list[ChildProcess]) -> None:
    """Start again what ends, until a signal says to stop."""
    while True:
        for part in parts:
            part.look()
            part.restart()
        if waiting := [part.due for part in parts if part.process is None]:
            signal.setitimer(signal.ITIMER_REAL, max(0.01, min(waiting) - monotonic()))
        if signal.sigwait(WATCHED) in STOPPING:
            return


def _stop(parts: list[ChildProcess]) -> None:
    """Stop them all, with whatever they started. Each ends its own children first: granian's finish their requests."""
    running = [part.process for part in parts if part.process is not None]
    for process in running:
        process.terminate()
    until = monotonic() + STOP_TIMEOUT
    for process in running:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.1, until - monotonic()))
        _signal(process, signal.SIGKILL)  # what is left of its group
        process.wait()


def _signal(process: subprocess.Popen[bytes], which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, which)


def _free_address(host: str, port: int) -> str:
    """Return the IP address of a host on which no other program listens. Raises CommandError, which says why not.

    The processes of granian share the port, and would share it with another Muster as well.
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
        return f"Port {port} of {host} is taken by another program. Stop that, or choose another one with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is open to root alone. Choose one from 1024 on with --port, behind a proxy."
    if error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return f"{host} is no address of this machine. Choose one with --host, 127.0.0.1 for example."
    return f"Port {port} of {host} cannot be listened on: {error.strerror}."


def _worker() -> list[str]:
    manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
    return [*manage, "db_worker", "--verbosity", "0", "--interval", "2", "--no-startup-delay", "--no-reload"]


def _ending_with_parent() -> Callable[[], None]:
    """Return what tells the system to stop a process when its parent has died without doing so; Linux can."""
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
    raise ArgumentTypeError(f"{text!r} is no port: 1 to 65535.")


def _processes(text: str) -> int:
    if text.isascii() and text.isdigit() and 1 <= int(text) <= 256:
        return int(text)
    raise ArgumentTypeError(f"{text!r} is no number of processes: 1 to 256.")
