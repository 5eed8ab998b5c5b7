"""`python -m tests.system_calls UNIT COMMAND…`: run a command with the system calls that a unit of systemd allows.

The filter is the one of `SystemCallFilter` and `RestrictAddressFamilies` in `deploy/systemd`; `systemd-analyze` says
which calls a set has. What is not allowed fails with EPERM, as under systemd, which need not run.
"""

import ctypes
import errno
import os
import shutil
import socket
import subprocess
import sys
from ctypes.util import find_library
from pathlib import Path

LIBRARY = "libseccomp.so.2"
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM
NO_NEW_PRIVILEGES = 38
EQUAL = 4


class Comparison(ctypes.Structure):
    """A condition on an argument of a system call (`struct scmp_arg_cmp`)."""

    _fields_ = [
        ("argument", ctypes.c_uint),
        ("operator", ctypes.c_int),
        ("value", ctypes.c_uint64),
        ("_unused", ctypes.c_uint64),
    ]


def are_filtered() -> bool:
    """Return whether this machine has what a filter needs."""
    return shutil.which("systemd-analyze") is not None and find_library("seccomp") is not None


def options(unit: Path) -> dict[str, list[str]]:
    """Return the words of each option of a unit's service; an option may be there several times."""
    found: dict[str, list[str]] = {}
    for line in unit.read_text("utf-8").splitlines():
        name, equals, words = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).extend(words.split())
    return found


def members(group: str) -> set[str]:
    """Return the system calls of a set of systemd, and of the sets in it."""
    command = ["systemd-analyze", "syscall-filter", group]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[1:]
    names = {line.strip() for line in lines if line.strip() and not line.strip().startswith("#")}
    return {name for name in names if name[0] != "@"}.union(*(members(name) for name in names if name[0] == "@"))


def allowed(unit: Path) -> set[str]:
    """Return the system calls that a unit allows."""
    calls: set[str] = set()
    for word in options(unit)["SystemCallFilter"]:
        calls = calls - members(word[1:]) if word[0] == "~" else calls | members(word)
    return calls


def restrict(calls: set[str], families: list[str]) -> None:
    """Allow this process and its children only these system calls and kinds of sockets."""
    library = ctypes.CDLL(LIBRARY)
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(REFUSE))
    for name in calls - {"socket"}:
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # otherwise this machine does not have the call
            library.seccomp_rule_add_array(context, ALLOW, number, 0, None)
    number = library.seccomp_syscall_resolve_name(b"socket")
    for family in families:
        condition = Comparison(0, EQUAL, getattr(socket, family), 0)
        library.seccomp_rule_add_array(context, ALLOW, number, 1, ctypes.byref(condition))
    ctypes.CDLL(None).prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if library.seccomp_load(context):
        raise OSError("The filter of system calls could not be loaded.")


def main() -> None:
    """Run the command in place of this process."""
    unit = Path(sys.argv[1])
    restrict(allowed(unit), options(unit)["RestrictAddressFamilies"])
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606 - the command of the caller


if __name__ == "__main__":
    main()
