"""Which games answer questions of play."""

from __future__ import annotations

import importlib
from functools import cache

from rulesapi.engine import games
from rulesapi.engine.resolutions.model import PlayRuleset


@cache
def find_play_ruleset(game: str) -> PlayRuleset:
    """The questions of play of a game. Raises LookupError for a game that has none."""
    name = game.replace("-", "_")
    if name not in games.PLAY_PACKAGES:
        raise LookupError(f"There are no questions of play of {game}.")
    found: PlayRuleset = importlib.import_module(f"{games.__name__}.{name}.play").PLAY
    return found
