"""Run the measurements named on the command line, or all except those on request."""

import argparse
import importlib
import os
import platform
import sys

from benchmarks import compare

MEASUREMENTS = (
    "start",
    "engine",
    "campaigns",
    "resolutions",
    "question_facts",
    "imports",
    "http",
    "completions",
    "release",
    "pictures",
    "rule_search",
)
ON_REQUEST = ("solvers", "browser", "journeys", "pages", "proxy", "growth")
"""Measurements that were made for a single decision, or that need more packages than Muster."""


def main() -> int:
    """Print the table of each measurement; if one cannot run, print the reason and return 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"of: {', '.join(MEASUREMENTS)}; all of these by default. On request: {', '.join(ON_REQUEST)}",
    )
    parser.add_argument("--against", metavar="REVISION", help="measure this tree beside that revision, in turns")
    parser.add_argument(
        "--rounds", type=int, default=5, help="how many turns of each side --against takes (%(default)s)"
    )
    args = parser.parse_args()
    names = args.names or list(MEASUREMENTS)
    if unknown := set(names) - {*MEASUREMENTS, *ON_REQUEST}:
        parser.error(f"no such measurement: {', '.join(sorted(unknown))}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    if args.against:
        compare.compare(args.against, names, args.rounds)
        return 0
    skipped = 0
    for name in names:
        print(f"\n{name}")
        reason = importlib.import_module(f"benchmarks.{name}").measure()
        if reason:
            print(f"  not measured: {reason}")
            skipped += 1
    return 1 if skipped else 0


if __name__ == "__main__":
    sys.exit(main())
