"""How the cards of each game are drawn: a module for each, named like the game and found by walking this folder.

A module has `FACES`, by kind of card the function that draws its front (document, whether its set is official, the
set's name, its words as sentences), and `bearing`, which says what a card's facts choose of its arms. A game without a
module has plain arms and no faces.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from catalog.faces.arms import Bearing

Face = Callable[[dict[str, Any], "bool | None", "str | None", Iterable[str]], str]


class GameFaces(NamedTuple):
    """What draws the cards of one game."""

    faces: Mapping[str, Face]
    bearing: Callable[[dict[str, Any]], Bearing]


@cache
def faces_of_game(game: str) -> GameFaces:
    """What draws the cards of that game."""
    for module in pkgutil.iter_modules(__path__):
        if module.name.replace("_", "-") == game:
            found = importlib.import_module(f"{__name__}.{module.name}")
            return GameFaces(found.FACES, found.bearing)
    return GameFaces({}, _plain)


def _plain(document: dict[str, Any]) -> Bearing:
    return Bearing(tincture="unknown", outline="good", family=str(document.get("kind")), charge="ring")
