"""Run the site and the worker that does what takes longer, under one parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

PATIENCE = 10
"""Seconds that a process gets to end by itself."""

STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    """`manage.py serve`: what `make run` starts. In production each of the two is a service of its own."""

    help = "Run the site and its worker; both stop together. Ends with 1 when one of them ended by itself."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add where to listen."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", default="8000")

    def handle(self, *, host: str, port: str, **options: Any) -> None:
        """Start both, wait for a signal or for one to end, stop both."""
        manage = [sys.executable, str(settings.BASE_DIR / "manage.py")]
        commands = {
            "site": [
                *(sys.executable, "-m", "granian", "--interface", "wsgi", "--host", host, "--port", port),
                *("--workers", "2", "--blocking-threads", "1", "--log-level", "warning", "--no-ws"),
                "config.wsgi:application",
            ],
            "worker": [
                *manage,
                "db_worker",
                "--verbosity",
                "0",
                "--interval",
                "2",
                "--no-startup-delay",
                "--no-reload",
            ],
        }
        # Signals wait until they are asked for, from before there is anything to stop; the children get them back.
        watched = {*STOPPING, signal.SIGCHLD}
        signal.pthread_sigmask(signal.SIG_BLOCK, watched)
        running: dict[str, subprocess.Popen[bytes]] = {}
        try:
            for name, command in commands.items():
                running[name] = _start(command, watched)
            ended = _first_to_end(running, watched)
        finally:
            _stop(running)
        if ended:
            code = running[ended].returncode
            raise CommandError(f"The {ended} ended by itself, with {code}. Both are stopped.", returncode=1)


def _start(command: list[str], watched: set[signal.Signals]) -> subprocess.Popen[bytes]:
    """Start a process in a group of its own, so that Ctrl-C reaches the parent alone, which then stops both in turn."""
    return subprocess.Popen(  # noqa: S603
        command,
        cwd=settings.BASE_DIR,
        process_group=0,
        preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, watched),
    )


def _first_to_end(running: dict[str, subprocess.Popen[bytes]], watched: set[signal.Signals]) -> str | None:
    """Wait; return which of them ended by itself, `None` when both are to be stopped."""
    while True:
        for name, process in running.items():
            if process.poll() is not None:
                return name
        if signal.sigwait(watched) in STOPPING:
            return None


def _stop(running: dict[str, subprocess.Popen[bytes]]) -> None:
    """Stop them all, with whatever they started."""
    for process in running.values():
        _signal(process, signal.SIGTERM)
    until = time.monotonic() + PATIENCE
    for process in running.values():
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=max(0.1, until - time.monotonic()))
        _signal(process, signal.SIGKILL)  # what is left of its group
        process.wait()


def _signal(process: subprocess.Popen[bytes], which: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, which)
