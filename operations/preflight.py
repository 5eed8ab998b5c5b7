"""Checks of `manage.py serve` before it starts anything. Each raises OperationRefused with one sentence."""

import errno
import ipaddress
import os
import pwd
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection

from catalog.database import former_versions
from legions.site import static_files
from operations import databases
from operations.exceptions import OperationRefused
from rulesapi.receipts import keys

VAR_NAMES = ("bulk", "places", "cache.sqlite3")
"""Files and folders in VAR_DIR that the site writes to; other content may belong to other accounts."""

DISK_FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
"""Disk errors that may be temporary: a site restarted during one can still be read and reports the degraded parts."""


def check_demonstration(host: str = "127.0.0.1") -> None:
    """Refuse to run a demonstration that others can reach or that has real data, since a curator's password is
    known.
    """
    if not settings.DEMO:
        return
    reasons = {
        "DATABASE_URL names PostgreSQL": connection.vendor == "postgresql",
        "BEHIND_PROXY is set": settings.PROXIES > 0,
        f"{host} can be reached from other machines": not is_loopback(host),
    }
    if found := [reason for reason, holds in reasons.items() if holds]:
        raise OperationRefused(
            f"DEMO=1 is a demonstration for your own machine, but {' and '.join(found)}. "
            "Remove DEMO from the environment."
        )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_database() -> None:
    """Refuse to serve from a database that does not respond, with the reason, or whose version is before 0.1.1."""
    try:
        with databases.unpooled("preflight") as using:
            former = former_versions.is_former_database(using)
    except DatabaseError as error:
        raise OperationRefused(f"The database does not respond: {' '.join(str(error).split())}") from error
    if former:
        raise OperationRefused(former_versions.DATABASE_REFUSED)


def check_static_files() -> None:
    """Refuse to serve pages whose style sheets and scripts are missing or from another version."""
    if not static_files.are_collected():
        raise OperationRefused(static_files.NOT_COLLECTED[0].upper() + static_files.NOT_COLLECTED[1:])


def check_folders() -> None:
    """Create VAR_DIR and the folder of uploads, and refuse to serve if files in them cannot be written."""
    for folder in (Path(settings.VAR_DIR), Path(settings.MEDIA_ROOT)):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if error.errno in DISK_FAULTS:
                continue
            raise OperationRefused(f"The folder {folder} cannot be created: {error.strerror}. {_advice()}") from None
    for path in filter(Path.exists, _written_paths()):
        if os.statvfs(path).f_flag & os.ST_RDONLY:
            continue
        if not os.access(path, os.W_OK | (os.X_OK if path.is_dir() else os.R_OK)):
            raise OperationRefused(f"Muster cannot write to {path}. {_advice()}")
    key = Path(settings.VAR_DIR, keys.KEY_FILE)
    if key.exists() and not os.access(key, os.R_OK):
        raise OperationRefused(f"Muster cannot read {key}. {_advice()}")


def _written_paths() -> list[Path]:
    """Return the files and folders that a running Muster writes to, even if they do not exist yet."""
    folder = Path(settings.VAR_DIR)
    paths = [folder, Path(settings.MEDIA_ROOT), *(folder / name for name in VAR_NAMES)]
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        paths += [file.parent, file]
    return paths


def _advice() -> str:
    try:
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        user = str(os.geteuid())
    return f"Give it to the user {user}, or set VAR_DIR to another folder."
