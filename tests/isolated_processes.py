"""A separate database for test programs, and child processes that write to it."""

import os
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def database(name: str) -> Iterator[None]:
    """Create an SQLite file with all tables, or create the tables in the database that `DATABASE_URL` names."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("DATABASE_URL", f"sqlite:///{Path(folder, f'{name}.sqlite3')}")
        os.environ.update(SECRET_KEY=f"{name}, and nobody else has ever had it", INSECURE_HTTP="1", VAR_DIR=folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        os.environ.setdefault("DATABASE_LIMITS", "work")
        import django
        from django.core.management import call_command
        from django.db import connections

        django.setup()
        # Forked processes would share a pool of connections.
        connections.settings["default"]["OPTIONS"].pop("pool", None)
        call_command("migrate", verbosity=0)
        yield
        connections.close_all()


def forked(work: Callable[[], Any]) -> int:
    """Run `work` in a forked process, once everything is loaded; return its process id."""
    from django.db import connections

    connections.close_all()
    pid = os.fork()
    if pid == 0:
        try:
            work()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(9)
    return pid


def ended(pid: int) -> None:
    """Wait for the end of a process. Raises SystemExit if it failed by itself."""
    _, status = os.waitpid(pid, 0)
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        raise SystemExit("A writer failed by itself; nothing can be said of it.")
