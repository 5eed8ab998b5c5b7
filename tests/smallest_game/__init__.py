"""The smallest game: two kinds of card and three rules, added to the catalog for one test.

`schemas/` and `rules/` are the minimum for a game: its pages, faces and query words are those of a game without
packages.
"""

import functools
import gc
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from catalog.documents import schemas
from rulesapi.engine import games
from rulesapi.engine.values import known_games

GAME = "pebble-war"
FOLDER = Path(__file__).parent
SOURCE = {"": {"source": "Pebble War", "page": 1, "checked": True, "basis": "printed"}}
STONES = ("Flint", "Basalt", "Chalk", "Granite", "Jasper", "Marble", "Obsidian", "Slate", "Tuff")
BANNERS = ("Red Rag", "Blue Rag", "Old Boot")


def documents() -> list[dict[str, Any]]:
    """Return the game, its format, its set and its dozen cards."""
    common = {"game": GAME, "sources": SOURCE}
    cards = [{"kind": "stone", "name": name, "weight": number + 1} for number, name in enumerate(STONES)]
    cards += [{"kind": "banner", "name": name} for name in BANNERS]
    return [
        {
            **common,
            "kind": "game",
            "slug": GAME,
            "name": "Pebble War",
            "ruleset": f"{GAME}/1",
            "default_format": "standard",
            "legion_word": "side",
            "publisher": "Nobody",
            "released": "2026",
            "notice": "Muster’s own game for tests.",
            "text": "Two sides throw stones.",
        },
        format_document("standard"),
        {
            **common,
            "kind": "set",
            "slug": "bag",
            "name": "Bag",
            "wave": None,
            "released": "2026",
            "official": False,
            "text": "A bag of stones and rags.",
        },
        *({**common, "set": "bag", "text": None, "slug": slug(card["name"]), **card} for card in cards),
    ]


def format_document(slug: str, **facts: Any) -> dict[str, Any]:
    """Return a format of the game."""
    words = {"name": slug.capitalize(), "levels": [], "points": None, "recommended_points": [], "text": "For sides."}
    return {"kind": "format", "game": GAME, "slug": slug, "sources": SOURCE, **words, **facts}


def slug(name: str) -> str:
    """Return the slug of a card."""
    return name.lower().replace(" ", "-")


@contextmanager
def known(folder: Path) -> Iterator[None]:
    """Register the game, with its schemas in `folder` next to the schemas of all other games."""
    with pytest.MonkeyPatch.context() as patch:
        shutil.copytree(schemas.SCHEMA_DIR, folder, dirs_exist_ok=True)
        shutil.copytree(FOLDER / "schemas", folder, dirs_exist_ok=True)
        patch.setattr(schemas, "SCHEMA_DIR", folder)
        patch.setattr(known_games, "PACKAGES", (*known_games.PACKAGES, "pebble_war"))
        patch.setattr(games, "__path__", [*games.__path__, str(FOLDER / "rules")])
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Clear the process caches of the registered games."""
    for kept in gc.get_objects():
        if type(kept) is functools._lru_cache_wrapper and kept.__module__.startswith(
            ("catalog", "rulesapi", "legions")
        ):
            kept.cache_clear()
