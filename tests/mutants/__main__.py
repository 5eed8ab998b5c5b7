"""Put faults into the engine and count those that the tests see: python -m tests.mutants [room ...].

A room is a module of the engine (`slots`) or a folder of it (`search`); without any all are tried. Each keeps its state
in `var/mutants/<room>`, so that a run goes on where it was stopped: what was seen stands until its function changes,
what was not is tried again once a test has changed. Delete a folder to begin anew.

The faults are mutmut's. It leaves decorated functions alone (properties, cached ones) and what stands outside of
functions; only tests that need no database are asked, with fewer examples than in `make test`.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tests.mutants.report import Room, share, summary
from tests.mutants.workshop import ENGINE, WORK, prepare, rooms

WANTED = 85
"""The least share of faults, in per cent, that the tests must see."""


def main() -> int:
    """Try the rooms, one after the other, and print what was seen; 1 if too little, or if a room could not be tried."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="room", help=f"of {', '.join(rooms())}; all unless named")
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), help="how many faults are tried at a time")
    parser.add_argument("--report", action="store_true", help="only print what earlier runs have found")
    wanted = parser.parse_args()
    if strangers := set(wanted.rooms) - set(rooms()):
        parser.error(f"there is no room {', '.join(sorted(strangers))} in {ENGINE}")
    chosen = wanted.rooms or rooms()
    failed = [] if wanted.report else [name for name in chosen if not tried(name, wanted.at_once)]
    found = [Room.read(WORK / name, rooms()[name]) for name in chosen]
    sys.stdout.write(summary(found, WANTED))
    for name in failed:
        sys.stdout.write(f"{name} could not be tried: see {WORK / name / 'log'}\n")
    return 1 if failed or not found or any(room.untried for room in found) or share(found) < WANTED else 0


def tried(name: str, at_once: int) -> bool:
    """Try the faults of a room that have no answer yet; what mutmut says goes to the room's log."""
    folder = prepare(name)
    sys.stdout.write(f"{name} ...\n")
    sys.stdout.flush()
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(at_once)]
    with (folder / "log").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    return done.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
