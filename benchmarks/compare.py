"""Comparison of this tree with another revision, in alternating rounds.

The files of the other revision are written to a temporary folder, and each side is measured by its own benchmarks and
served by its own `make run`, with its own packages if its lock file differs. A round runs `python -m benchmarks NAME`
once per side, with the order of the sides alternating, and a figure is the median of its rounds. A measurement that
needs both sides at once, such as `http`, has a function `compare_with`. Absolute figures depend on the load of the
machine; the ratio of two figures measured in turns hardly does.
"""

import importlib
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.report import line
from benchmarks.serving import ROOT

LOCK = "requirements-dev.lock"
TIME_LIMIT_SECONDS = 1800
"""The time limit in seconds for one measurement of one side."""
FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
NAMES_OF_FIGURES = re.compile(r"\bp\d+\b")
ROW = re.compile(r"^  (?P<what> {0,2}\S.*?) {2,}(?P<value>\S.*?)(?: {3}\(.*\))?$")


class Row(NamedTuple):
    """A printed line of a measurement: its label, and its figures."""

    what: str
    figures: tuple[float, ...]


def compare(revision: str, names: list[str], rounds: int) -> None:
    """Print each figure of these measurements for `revision` and for this tree, as medians of `rounds` rounds."""
    with checked_out(revision) as other:
        for name in names:
            print(f"\n{name}: {revision}, this tree, and the second as a share of the first")
            if compare_with := getattr(importlib.import_module(f"benchmarks.{name}"), "compare_with", None):
                compare_with(other, rounds)
                continue
            runs: dict[Path, list[list[Row]]] = {other: [], ROOT: []}
            for number in range(rounds):
                for side in (other, ROOT) if number % 2 == 0 else (ROOT, other):
                    runs[side].append(figure_rows(measured(side, name)))
                    print(f"  round {number + 1} of {rounds}: {'this tree' if side is ROOT else revision}", flush=True)
            print_medians(runs[other], runs[ROOT])


@contextmanager
def unpacked(revision: str) -> Iterator[Path]:
    """Yield a temporary folder with the files of a revision."""
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "muster"
        other.mkdir()
        archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", other], input=archive, check=True)
        yield other


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Yield a temporary folder with the files of a revision and, if its lock file differs, its packages."""
    with unpacked(revision) as other:
        if (other / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
            print(f"Installing what {revision} needs ...", flush=True)
            subprocess.run([sys.executable, "-m", "venv", other / ".venv"], check=True)
            install = ["-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "-r", LOCK]
            subprocess.run([interpreter(other), *install], cwd=other, check=True)
        yield other


def interpreter(side: Path) -> str:
    """Return the Python interpreter of one side."""
    own = side / ".venv" / "bin" / "python"
    return str(own) if side != ROOT and own.exists() else sys.executable


def measured(side: Path, name: str) -> str:
    """Return the output of a measurement in the folder of one side."""
    command = [interpreter(side), "-m", "benchmarks", name]
    return subprocess.run(
        command, cwd=side, check=True, capture_output=True, text=True, timeout=TIME_LIMIT_SECONDS
    ).stdout


def figure_rows(printed: str) -> list[Row]:
    """Return the lines with figures; the label of an indented line includes that of the line above it."""
    found: list[Row] = []
    above = ""
    for text in printed.splitlines():
        match = ROW.match(text)
        if match is None:
            continue
        what = match["what"].rstrip()
        if what.startswith("  "):
            what = f"{above}: {what.strip()}"
        else:
            above = what
        value = NAMES_OF_FIGURES.sub("", match["value"])
        found.append(Row(what, tuple(float(one.replace(",", "")) for one in FIGURE.findall(value))))
    return found


def print_medians(before: list[list[Row]], after: list[list[Row]]) -> None:
    """Print a line for each figure that both sides have."""
    here = by_name(after)
    for what, figures in by_name(before).items():
        if what not in here:
            line(what, "only there")
            continue
        for old, new in zip(figures, here[what], strict=False):
            ratio(what, old, new)


def ratio(label: str, old: float, new: float) -> None:
    """Print both values of a figure, and the second as a share of the first."""
    line(label, f"{old:,.5g} -> {new:,.5g}", f"{new / old:.3f}" if old else "")


def by_name(runs: list[list[Row]]) -> dict[str, list[float]]:
    """Return the medians of figures over the runs, by label."""
    columns: dict[str, list[tuple[float, ...]]] = {}
    for run in runs:
        for row in run:
            columns.setdefault(row.what, []).append(row.figures)
    return {what: [statistics.median(one) for one in zip(*figures, strict=False)] for what, figures in columns.items()}
