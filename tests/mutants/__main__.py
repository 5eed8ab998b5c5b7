"""Insert mutants into the engine and count those that the tests detect: python -m tests.mutants [group ...].

A group is a module of the engine (`core.slots`), a package of it (`campaigns`, `games.attack_wing.play`), or `engine`,
all of it; without arguments all modules and games are tested, one after the other. Each group keeps its state in
`var/mutants/<group>`, so that an interrupted run resumes: a detected mutant is tested again when its function changes,
an undetected one when a test changes. Delete the folder to start over. All groups take a core for hours; with --sample
each group tests that many more random mutants, and reports an estimate (with --sample 0 only mutants that survived
before a test has changed are tested again): `engine --sample 300` is a sample of the whole engine.

The mutants are mutmut's. It omits decorated functions (properties, cached ones) and module-level code; only tests
without a database run, with fewer examples than in `make test`.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TextIO

from tests.mutants.report import MutantGroup, share, summary
from tests.mutants.workspaces import ENGINE, WORK, engine_parts, mutant_groups, mutants_generated, prepare, untried

REQUIRED_SHARE = 85
"""The minimum percentage of tested mutants that the tests must detect."""

NO_FAULT = "none"
"""A name without a mutant: mutmut then generates all mutants, records which tests reach them, and stops."""


def main() -> int:
    """Test the groups and print the results; return 1 if too few mutants were detected, or if a group could not be
    tested.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="group", help=f"of {', '.join(mutant_groups())}; all unless named")
    parser.add_argument("--at-once", type=int, default=os.cpu_count(), help="how many faults are tried at a time")
    parser.add_argument("--sample", type=int, help="how many more faults of each group are tried, besides survivors")
    parser.add_argument("--report", action="store_true", help="only print what earlier runs have found")
    args = parser.parse_args()
    if unknown := set(args.groups) - set(mutant_groups()):
        parser.error(f"there is no group {', '.join(sorted(unknown))} in {ENGINE}")
    chosen = args.groups or list(engine_parts())
    failed = [] if args.report else [name for name in chosen if not tried(name, args.at_once, args.sample)]
    found = [MutantGroup.read(WORK / name, mutant_groups()[name]) for name in chosen]
    sys.stdout.write(summary(found, REQUIRED_SHARE))
    for name in failed:
        sys.stdout.write(f"{name} could not be tried: see {WORK / name / 'log'}\n")
    return 1 if failed or share(found) < REQUIRED_SHARE else 0


def tried(group: str, at_once: int, sample: int | None) -> bool:
    """Test the mutants of a group that have no result yet; mutmut's output goes to the group's log."""
    survived = {name for _, name in MutantGroup.read(WORK / group, mutant_groups()[group]).survivors}
    folder = prepare(group)
    sys.stdout.write(f"{group} ...\n")
    sys.stdout.flush()
    with (folder / "log").open("w", encoding="utf-8") as log:
        if sample is None:
            _mutmut(folder, log, at_once=at_once)
            return mutants_generated(group) and not untried(group)
        _mutmut(folder, log, NO_FAULT, at_once=at_once)
        names = untried(group)
        others = [name for name in names if name not in survived]
        chosen = [name for name in names if name in survived]
        chosen += Random(len(others)).sample(others, min(sample, len(others)))
        if chosen:
            _mutmut(folder, log, *chosen, at_once=at_once)
        return mutants_generated(group) and not set(chosen) & set(untried(group))


def _mutmut(folder: Path, log: TextIO, *names: str, at_once: int) -> None:
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(at_once), *names]
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=folder, env=env, stdout=log, stderr=subprocess.STDOUT)


if __name__ == "__main__":
    raise SystemExit(main())
