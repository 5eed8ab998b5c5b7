"""The entry point of every child process: sets the limits, then runs a script.

Run as a file, before anything else is imported: `__main__.py MEMORY SECONDS PARENT SCRIPT [ARGUMENT ...]`, with the
script's limits of address space in bytes and of CPU time in seconds, and the id of the parent process.
"""

import ctypes
import os
import resource
import runpy
import signal
import sys
from contextlib import suppress
from pathlib import Path

END_WITH_PARENT = 1
"""The option PR_SET_PDEATHSIG of Linux: the signal sent to this process when its parent ends."""


def main() -> None:
    """Set the limits, and run the script in this process."""
    memory, seconds, parent = (int(one) for one in sys.argv[1:4])
    for sort, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(sort)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(sort, (most, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # the parent ended before the request took effect
            return
        use_all_cores(parent)
    sys.argv = sys.argv[4:]
    runpy.run_path(sys.argv[0], run_name="__main__")


def use_all_cores(parent: int) -> None:
    """Let this process run on all cores of its parent's parent, even if the parent is bound to one of them."""
    with suppress(OSError):
        grandparent = Path(f"/proc/{parent}/stat").read_text("latin-1").rpartition(")")[2].split()[1]
        os.sched_setaffinity(0, os.sched_getaffinity(int(grandparent)))


if __name__ == "__main__":
    main()
