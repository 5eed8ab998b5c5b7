"""Formatter for the files of cases (`tests/cases/README.md`): `python -m tests.case_files`."""

import json
from collections.abc import Iterator
from pathlib import Path

from rulesapi.judging.conformance_cases import file_text

TESTS = Path(__file__).parent


def files() -> Iterator[Path]:
    """Yield the files of the conformance cases and of the situations."""
    for folder in ("cases", "situations"):
        yield from sorted((TESTS / folder).rglob("*.json"))


def main() -> None:
    """Rewrite each file in the standard format."""
    for file in files():
        file.write_text(file_text(json.loads(file.read_text("utf-8"))), "utf-8")


if __name__ == "__main__":
    main()
