"""Helpers of commands: progress bars, escaped lines, errors of files, and the account and release that
options name.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from rich.console import Console
from rich.progress import Progress as Bars

from catalog.models import Release
from catalog.publishing import Progress


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """Show a progress bar for each step on a terminal; show nothing elsewhere."""
    console = Console(stderr=True)
    with Bars(console=console, disable=not console.is_terminal, transient=True) as bar:
        tasks: dict[str, Any] = {}

        def show(doing: str, done: int, total: int) -> None:
            if not bar.disable and doing not in tasks:
                tasks[doing] = bar.add_task(doing, total=total)
            if not bar.disable:
                bar.update(tasks[doing], completed=done)

        yield show


def printable(line: str) -> str:
    """Return `line` with unprintable characters escaped, such as control sequences in the name or content of a file."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in line)


def user_named(name: str) -> User | None:
    """Return the active account with this name; None for no name. Raises CommandError for an unknown one."""
    if not name:
        return None
    found: User | None = get_user_model().objects.filter(username=name, is_active=True).first()
    if found is None:
        raise CommandError(f"--by {printable(name)}: there is no active account of this name.")
    return found


def published_release(number: int | None) -> int:
    """Return the number of a published release, by default the newest. Raises CommandError if there is none."""
    newest = Release.objects.newest()
    if not newest:
        raise CommandError("Nothing is published yet, so there is nothing to export.")
    if number is not None and not 0 < number <= newest:
        raise CommandError(f"There is no release {number}; the newest is {newest}.")
    return newest if number is None else number


def file_error(error: OSError) -> str:
    """Return a sentence about a file that cannot be read or written."""
    if not error.filename:
        return " ".join(str(error).split())
    return f"{printable(os.fsdecode(error.filename))} cannot be read or written: {error.strerror}."
