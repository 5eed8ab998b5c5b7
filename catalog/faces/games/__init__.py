"""How the cards of each game are drawn: a module for each, named in `MODULES`.

A module has `FACES`, by kind of card the function that draws its front (document, whether its set is official, the
set's name, its words as sentences), and `bearing`, which says what a card's facts choose of its arms. A game without a
module has plain arms and no faces.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from catalog.faces.bearing import Bearing

MODULES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
Face = Callable[[dict[str, Any], "bool | None", "str | None", Iterable[str]], str]


class GameFaces(NamedTuple):
    """What draws the cards of one game."""

    faces: Mapping[str, Face]
    bearing: Callable[[dict[str, Any]], Bearing]


@cache
def faces_of_game(game: str) -> GameFaces:
    """Return what draws the cards of a game."""
    name = game.replace("-", "_")
    if name not in MODULES:
        return GameFaces({}, _plain)
    module = importlib.import_module(f"{__name__}.{name}")
    return GameFaces(module.FACES, module.bearing)


def _plain(document: dict[str, Any]) -> Bearing:
    return Bearing(tincture="unknown", outline="good", family=str(document.get("kind")), charge="ring")
