"""The libraries of the published cards, by game."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from rulesapi.engine.core.library import Library

FIXTURES = Path(__file__).parents[2] / "fixtures"
GAMES = ("attack-wing", "dnd-miniatures-2003", "dnd-miniatures-2008", "dungeon-command")
FRAME = ("game", "format", "house-rule", "ruling", "set", "adventure", "reference", "rulebook", "section")


@cache
def documents(game: str) -> list[dict[str, Any]]:
    """Return all documents of a game."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted((FIXTURES / game).rglob("*.json"))]


@cache
def library(game: str) -> Library:
    """Return the library of a game."""
    frame: dict[str, list[dict[str, Any]]] = {kind: [] for kind in FRAME}
    cards = []
    for one in documents(game):
        frame.get(one["kind"], cards).append(one)
    return Library.build(
        release=1,
        game=frame["game"][0],
        cards=cards,
        formats=frame["format"],
        house_rules=frame["house-rule"],
        rulings=frame["ruling"],
        sets=frame["set"],
        adventures=frame["adventure"],
    )
