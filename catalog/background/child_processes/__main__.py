"""The beginning of every child process: it takes on its bounds, then runs a script.

Run as a file, before anything else is imported: `__main__.py MEMORY SECONDS PARENT SCRIPT [ARGUMENT ...]`, with
the bytes of address space and the seconds of a core that the script may take, and the process that waits for it.
"""

import ctypes
import os
import resource
import runpy
import signal
import sys

END_WITH_PARENT = 1
"""`PR_SET_PDEATHSIG` of Linux: the signal that comes when the parent ends."""


def main() -> None:
    """Take on the bounds, and become the script."""
    memory, seconds, parent = (int(one) for one in sys.argv[1:4])
    for sort, most in ((resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(sort)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(sort, (most, most))
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # it ended before it could be asked for
            return
    sys.argv = sys.argv[4:]
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
