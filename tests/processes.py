"""Child processes and their roles, read from Linux's `/proc`."""

from pathlib import Path


def children(pid: int) -> list[int]:
    """Return the child processes of a process, started by any of its threads."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, thread.read_text().split())
        except OSError:  # it has ended meanwhile
            continue
    return found


def family(pid: int) -> set[int]:
    """Return a process and all its descendants."""
    return {pid}.union(*map(family, children(pid)))


def runs(pid: int) -> bool:
    """Return whether a process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def command_of(pid: int) -> str:
    """Return the command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def parts(serve: int) -> dict[str, set[int]]:
    """Return the processes of a `manage.py serve` by role: granian, its serving processes, the worker."""
    found: dict[str, set[int]] = {"granian": set(), "site": set(), "db_worker": set()}
    for pid in children(serve):
        for name in ("granian", "db_worker"):
            if name in command_of(pid):
                found[name].add(pid)
    found["site"] = {pid for granian in found["granian"] for pid in children(granian)}
    return found
