"""Upgrades of sites with many lists from the last released version: the time of each stage, and the memory.

The code of that version makes the site and imports its cards; the lists are added in bulk. In the process of a site,
`python -m benchmarks.growth_upgrades LISTS` adds them, and without a number prints the size of the database in bytes.
"""

import os
import re
import subprocess
import sys
import time
from typing import Any, NamedTuple

import django

from benchmarks.compare import unpacked
from benchmarks.measured_site import Site
from tests.operations.released_versions import RELEASED

STAGE = re.compile(r"(?m)^\[\d+/\d+, (?P<begin>\d+) s\] (?P<title>.+)$")
END = re.compile(r"(?m)^The upgrade is complete after (?P<end>\d+) s\.$")


class Released(NamedTuple):
    """A released version and its commit."""

    version: str
    commit: str


def last_released() -> Released:
    """Return the last released version."""
    return Released(*list(RELEASED.items())[-1])


def fill(site: Site, lists: int) -> None:
    """Make a site of the last released version with its cards and with lists."""
    with unpacked(last_released().commit) as folder:
        site.run("manage.py", "migrate", "--verbosity", "0", folder=folder)
        site.run("manage.py", "import_cards", "fixtures", "--why", "First cards", folder=folder)
    site.run("-m", "benchmarks.growth_upgrades", str(lists))


def measure(site: Site, lists: int) -> dict[str, Any]:
    """Upgrade a site; return its figures. CPU time and memory are of the process of the command, not of PostgreSQL."""
    disk = int(site.run("-m", "benchmarks.growth_upgrades"))
    begin = time.perf_counter()
    with site.started("manage.py", "upgrade", "--backups", str(site.home / "backups")) as process:
        output = process.stdout.read() if process.stdout else ""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args, output)
    return {
        "version": last_released().version,
        "lists": lists,
        "disk": disk,
        "memory": usage.ru_maxrss * 1024,
        "cpu": usage.ru_utime + usage.ru_stime,
        "wall": time.perf_counter() - begin,
        "stages": stage_seconds(output),
    }


def stage_seconds(output: str) -> list[tuple[str, int]]:
    """Return the stages of an upgrade with the seconds of each, from the output of the command."""
    begun = [(found["title"], int(found["begin"])) for found in STAGE.finditer(output)]
    end = END.search(output)
    assert end is not None
    ends = [*(seconds for _title, seconds in begun[1:]), int(end["end"])]
    return [(title, ended - seconds) for (title, seconds), ended in zip(begun, ends, strict=True)]


def main() -> None:
    """Add lists to the database of the environment, or print its size in bytes."""
    django.setup()
    from benchmarks import growth_lists
    from operations import upgrades

    if len(sys.argv) > 1:
        growth_lists.add_lists(int(sys.argv[1]), growth_lists.sample_documents())
    else:
        print(upgrades.database_bytes())


if __name__ == "__main__":
    main()
