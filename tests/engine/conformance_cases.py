"""The conformance cases as Python values."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulesapi.engine.core.conformance import library_of, missing_fields
from rulesapi.engine.core.library import Library

CASES = Path(__file__).parent.parent / "cases"
NO_CARDS = ("game", "set", "format", "house-rule", "ruling", "adventure", "reference", "rulebook", "section")
"""The kinds of documents other than cards."""


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def games() -> list[str]:
    """Return the games that have cases."""
    return sorted(path.parent.name for path in CASES.glob("*/library.json"))


@cache
def library_documents(game: str) -> Any:
    """Return the library of a game's cases, as documents."""
    return read(CASES / game / "library.json")


@cache
def library(game: str) -> Library:
    """Return the library of a game's cases."""
    return library_of(library_documents(game))


def judging(game: str, case: Any) -> Library:
    """Return the library for one case, with the case's own rulings."""
    return library_of(library_documents(game), case["rulings"]) if "rulings" in case else library(game)


def files(game: str) -> Iterator[Any]:
    """Yield the case files of a game, one per rule."""
    for path in sorted((CASES / game).glob("*.json")):
        if path.name != "library.json":
            file = read(path)
            missing = missing_fields(file)
            assert not missing, f"tests/cases/{game}/{path.name}: {missing[0]} tests/cases/README.md has the fields."
            yield file


def cases() -> Iterator[tuple[str, str, Any]]:
    """Yield every case with its game and its rule."""
    for game in games():
        for file in files(game):
            for case in file["cases"]:
                yield game, file["rule"], case
