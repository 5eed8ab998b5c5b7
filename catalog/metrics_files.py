"""The files in which processes keep the numbers of their metrics, so that one of them can add all up.

prometheus_client maps them into memory. On a full disk a process would die of writing to such a file, so they are in a
file system that is in memory itself, if the machine has one.
"""

import os
import re
import socket
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The variable with the folder of this process, which prometheus_client reads when it is imported."""
MEASURED_COMMANDS = {"runserver", "db_worker"}
"""The commands of `manage.py` that are measured. Servers are measured too; other commands end soon."""
MEMORY = Path("/dev/shm")  # noqa: S108 - the folder in it is refused if it belongs to another account


def default_folder(var_dir: Path) -> Path:
    """Return the folder for the processes of a site, in memory if possible."""
    if not MEMORY.is_dir():
        return var_dir / "metrics"
    return MEMORY / f"muster-{os.getuid()}-{sha256(bytes(var_dir)).hexdigest()[:8]}"


def begin(folder: Path, arguments: Sequence[str]) -> None:
    """Make this process write its metrics to files, unless it is a command that ends soon.

    Processes have distinct numbers only on one host, so each host has a folder, which matters for containers. Raises
    OSError if the folder cannot be used.
    """
    command = Path(arguments[0]).name in {"manage.py", "django-admin"} and arguments[1:2]
    if command and command[0] not in MEASURED_COMMANDS:
        return
    own = _folder_of_host(folder)
    own.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid():
        raise PermissionError(f"The folder {folder} belongs to another account.")
    os.environ[VARIABLE] = str(own)


def files(folder: Path) -> list[str]:
    """Return the files of all hosts that share a folder."""
    return [str(file) for file in folder.glob("*/*.db")]


def remove_files_of_ended_processes(folder: Path) -> None:
    """Remove the files that former processes of this host left behind.

    Only call this when the site starts: if the sums decreased while it runs, Prometheus would count them again.
    """
    for file in _folder_of_host(folder).glob("*.db"):
        number = re.search(r"_(\d+)\.db$", file.name)
        if number and not _is_running(int(number[1])):
            file.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _folder_of_host(folder: Path) -> Path:
    return folder / re.sub(r"[^\w-]", "_", socket.gethostname())
