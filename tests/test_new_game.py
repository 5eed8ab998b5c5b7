"""docs/new-game.md to the letter: its files are written and its commands run, in a copy of the repository."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.nonempty import nonempty
from tests.smallest_game import FILES

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/new-game.md").read_text("utf-8")
COPIED = (
    "catalog",
    "clients",
    "config",
    "docs",
    "fixtures",
    "legions",
    "locale",
    "operations",
    "rulesapi",
    "static",
    "templates",
)
OF_TESTS = ("cases", "smallest_game")
ENVIRONMENT = {"DEMO": "1", "INSECURE_HTTP": "1", "SECRET_KEY": "for tests alone " * 3, "PYTHONWARNINGS": "ignore"}
ANYTHING = "…"
"""A line of an output that stands for any number of lines."""


class Step(NamedTuple):
    """A file to write, or commands to run with the output that they have."""

    file: str = ""
    text: str = ""
    commands: str = ""
    output: str = ANYTHING


def steps() -> Iterator[Step]:
    """Yield the steps of the page: files below a line with their path, and `sh` blocks with the output below them."""
    fence = r"```(?P<language>\w+)\n(?P<text>.*?)^```$"
    found = list(re.finditer(rf"(?:^`(?P<file>\S+)`:\n\n)?^{fence}", PAGE, re.MULTILINE | re.DOTALL))
    for block, after in zip(found, [*found[1:], None], strict=True):
        if block["file"]:
            yield Step(file=block["file"], text=block["text"])
        elif block["language"] == "sh":
            has_output = after is not None and after["language"] == "text" and not after["file"]
            yield Step(commands=block["text"], output=after["text"] if after and has_output else ANYTHING)


def is_as_shown(output: str, shown: str) -> bool:
    """Return whether an output is as the page shows it, with anything for each line “…”."""
    parts = [re.escape(part) for part in re.split(rf"^{ANYTHING}\n?", shown, flags=re.MULTILINE)]
    return re.fullmatch(".*".join(parts), output, re.DOTALL) is not None


def run(commands: str, folder: Path) -> str:
    """Return the standard output of commands in a shell. Exit codes are not checked: some commands report faults."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        ["sh", "-c", commands], cwd=folder, env={**kept, **ENVIRONMENT}, capture_output=True, text=True, timeout=300
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the repository with the cards that `make run` publishes."""
    folder, left_out = tmp_path / "muster", shutil.ignore_patterns("__pycache__", "node_modules")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    for name in OF_TESTS:
        shutil.copytree(ROOT / "tests" / name, folder / "tests" / name, ignore=left_out)
    shutil.copy(ROOT / "manage.py", folder)
    (folder / ".venv").symlink_to(sys.prefix)
    run(".venv/bin/python manage.py migrate -v0 && .venv/bin/python manage.py import_cards fixtures", folder)
    return folder


@pytest.mark.sampled
@pytest.mark.begun_first
def test_whoever_follows_the_page_has_a_complete_game(copy: Path) -> None:
    for step in nonempty(steps()):
        if step.file:
            (copy / step.file).parent.mkdir(parents=True, exist_ok=True)
            (copy / step.file).write_text(step.text, "utf-8")
        else:
            output = run(step.commands, copy)
            assert is_as_shown(output, step.output), f"{step.commands}\n{output}"
    assert output.endswith("\nEverything is there.\n")
    written = {file.relative_to(FILES) for file in FILES.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    for file in nonempty(written):
        assert (copy / file).read_bytes() == (FILES / file).read_bytes(), file


def test_the_files_that_the_page_shows_are_those_of_the_smallest_game() -> None:
    shown = {step.file: step.text for step in steps() if (FILES / step.file).is_file()}
    assert len(shown) > 5
    assert {file: (FILES / file).read_text("utf-8") for file in shown} == shown


@pytest.mark.parametrize(
    ("output", "same"),
    [("a\nb\nc\n", True), ("a\nc\n", True), ("a\nb\n", False), ("b\nc\n", False)],
)
def test_a_line_of_an_output_that_is_left_out_stands_for_any_lines(output: str, same: bool) -> None:
    assert is_as_shown(output, f"a\n{ANYTHING}\nc\n") is same
