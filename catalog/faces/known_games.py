"""The games whose cards can be drawn, and access to their drawing modules."""

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from catalog.faces.arms_choices import Bearing
from catalog.faces.drawn_card import DrawnCard

MODULES = ("attack_wing", "dnd_miniatures_2003", "dnd_miniatures_2008", "dungeon_command")
Face = Callable[[DrawnCard], str]


class GameFaces(NamedTuple):
    """The drawing functions of one game."""

    faces: Mapping[str, Face]
    bearing: Callable[[dict[str, Any]], Bearing]


@cache
def faces_of_game(game: str) -> GameFaces:
    """Return the drawing functions of a game; for a game without a module plain arms and no faces."""
    name = game.replace("-", "_")
    if name not in MODULES:
        return GameFaces({}, _plain)
    module = importlib.import_module(f"catalog.faces.games.{name}")
    return GameFaces(module.FACES, module.bearing)


def _plain(document: dict[str, Any]) -> Bearing:
    return Bearing(tincture="unknown", outline="good", family=str(document.get("kind")), charge="ring")
