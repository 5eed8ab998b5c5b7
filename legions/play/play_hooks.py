"""Questions of play of a game: their forms, the memory of a table, and the page of odds."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest

from legions.game_words import game_module
from legions.play.forms import MemoryForm, SituationForm


class PlayHooks:
    """Questions of play of a game; `PLAY_HOOKS` of the package `play` in a game's package.

    `forms` are the forms of the questions by name, in the order in which they are listed; `memory` is the form of what
    a table enters once; `odds_template` draws the page of odds. A game that answers no questions has none of them.
    """

    forms: Mapping[str, type[SituationForm]] = {}
    memory: type[MemoryForm] | None = None
    odds_template = ""

    def odds(self, request: HttpRequest, game: Mapping[str, Any]) -> Any:
        """Return the page of odds, for `odds_template`."""
        return None

    def attacks(self, document: Mapping[str, Any]) -> list[str]:
        """Return the names of a card's attacks whose odds can be counted, in the order of the card."""
        return []


@cache
def play_hooks(game: str) -> PlayHooks:
    """Return the play hooks of a game."""
    module = game_module(game, "play")
    return PlayHooks() if module is None else module.PLAY_HOOKS
