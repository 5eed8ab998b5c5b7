"""The smallest complete game, Pebble War: two kinds of card, a dozen cards, rules with cases, and words for its pages.

`files/` has its files at the places where they belong, so that a copy over the repository adds the game. Three of its
rules are numbers in its document, the fourth is its own. docs/new-game.md builds it step by step. `known` adds it to
the running program for one test.
"""

import functools
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from catalog.documents import schemas
from legions import game_words
from legions import games as pages_of_games
from rulesapi.engine import games
from rulesapi.engine.values import known_games
from rulesapi.judging import conformance_cases

GAME = "pebble-war"
PACKAGE = "pebble_war"
FILES = Path(__file__).parent / "files"
PRODUCT = ("catalog", "rulesapi", "legions")


def documents() -> list[dict[str, Any]]:
    """Return the game, its format, its set and its dozen cards."""
    return [json.loads(file.read_text("utf-8")) for file in sorted((FILES / "fixtures").rglob("*.json"))]


def document(slug: str) -> dict[str, Any]:
    """Return the document with a slug."""
    return next(one for one in documents() if one["slug"] == slug)


def format_document(slug: str, **facts: Any) -> dict[str, Any]:
    """Return a further format of the game."""
    without_german = {key: fact for key, fact in document("standard").items() if key != "translations"}
    return {**without_german, "slug": slug, "name": slug.capitalize(), **facts}


@contextmanager
def known(folder: Path, *, files: Path = FILES, pages: bool = True) -> Iterator[None]:
    """Register the game, with its schemas in `folder` next to the schemas of all other games.

    `files` may be a changed copy. Without `pages` it has only schemas and rules, and the pages use the defaults.
    """
    with pytest.MonkeyPatch.context() as patch:
        shutil.copytree(schemas.SCHEMA_DIR, folder, dirs_exist_ok=True)
        shutil.copytree(files / "catalog/schemas", folder, dirs_exist_ok=True)
        patch.setattr(schemas, "SCHEMA_DIR", folder)
        patch.setattr(known_games, "PACKAGES", (*known_games.PACKAGES, PACKAGE))
        patch.setattr(games, "__path__", [*games.__path__, str(files / "rulesapi/engine/games")])
        patch.setattr(conformance_cases, "CASES_FOLDER", files / "tests/cases")
        if pages:
            patch.setattr(game_words, "PACKAGES", (*game_words.PACKAGES, PACKAGE))
            patch.setattr(pages_of_games, "__path__", [*pages_of_games.__path__, str(files / "legions/games")])
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Clear the process caches of the registered games, and the modules of this one."""
    for name in [name for name in sys.modules if PACKAGE in name.split(".")]:
        del sys.modules[name]
    for kept in _caches():
        kept.cache_clear()


def _caches() -> Iterator[Any]:
    """Yield the cached functions and methods of the product's modules.

    The garbage collector knows them too, among a million objects of a test run.
    """
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PRODUCT:
            for value in list(vars(module).values()):
                for one in (value, *(vars(value).values() if isinstance(value, type) else ())):
                    if isinstance(one, functools._lru_cache_wrapper) and one.__module__.partition(".")[0] in PRODUCT:
                        yield one
