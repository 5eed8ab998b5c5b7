"""Hooks for a game's questions of play: their forms, the memory of a table, and the odds page."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.http import HttpRequest

from legions.game_words import game_module
from legions.play.declared_form import DeclaredForm, form_of
from legions.play.forms import MemoryForm
from rulesapi.judging.resolutions import play_ruleset


class PlayHooks:
    """Questions of play of a game; `PLAY_HOOKS` of the package `play` in a game's package.

    `forms` holds the forms of questions by name, which are derived from their declarations, and from a class in
    `answer_forms` if a page has more than fields and sentences. `memory` is the form for the facts that a table enters
    once; `odds_template` is the template of the odds page. A game without questions has none of them.
    """

    forms: Mapping[str, type[DeclaredForm]] = {}
    answer_forms: Mapping[str, type[DeclaredForm]] = {}
    memory: type[MemoryForm] | None = None
    odds_template = ""

    def odds(self, request: HttpRequest, game: Mapping[str, Any], memory: Mapping[str, Mapping[str, Any]]) -> Any:
        """Return the page of odds, for `odds_template`; `memory` has the dice and icons of the table."""
        return None

    def attacks(self, document: Mapping[str, Any]) -> list[str]:
        """Return the names of a card's attacks whose odds can be counted, in the order of the card."""
        return []


@cache
def play_hooks(game: str) -> PlayHooks:
    """Return the play hooks of a game, with the forms of its questions in their order."""
    module, play = game_module(game, "play"), play_ruleset(game)
    hooks: PlayHooks = PlayHooks() if module is None else module.PLAY_HOOKS
    hooks.forms = {
        one.name: form_of(game, one, hooks.answer_forms.get(one.name, DeclaredForm))
        for one in (play.questions.values() if play else ())
    }
    return hooks
