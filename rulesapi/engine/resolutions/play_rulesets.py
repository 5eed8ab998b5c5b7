"""Lookup of the games that answer questions of play."""

from __future__ import annotations

import importlib
from functools import cache

from rulesapi.engine.resolutions.declared import PlayRuleset
from rulesapi.engine.values import known_games


@cache
def find_play_ruleset(game: str) -> PlayRuleset:
    """Return the questions of play of a game. Raises LookupError for a game that has none."""
    name = game.replace("-", "_")
    if name not in known_games.PLAY_PACKAGES:
        raise LookupError(f"There are no questions of play of {game}.")
    found: PlayRuleset = importlib.import_module(f"{known_games.GAMES}.{name}.play").PLAY
    return found
