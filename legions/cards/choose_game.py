"""The page for choosing a game. The name of each game leads to the page that is being chosen for."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from legions.cards import queries
from legions.cards.game_summaries import game_summaries

CHOOSER_TITLES = {
    "cards": _("Cards of which game?"),
    "sets": _("Sets of which game?"),
    "rules": _("Rules of which game?"),
    "build": _("Build for which game?"),
    "collection": _("The collection of which game?"),
    "own-numbers": _("Your own numbers of which game?"),
    "game": _("The games"),
    "published-lists": _("Published lists of which game?"),
}
"""The title of the page, keyed by the URL name of the target page."""


def choose_game(
    request: HttpRequest, leads_to: str, offers: Callable[[Mapping[str, Any]], object] = lambda game: True
) -> HttpResponse:
    """Redirect to the page `leads_to` of the only game, or show a choice of several games.

    `offers` returns whether a game, given as its document, has such a page.
    """
    found = [game for game in queries.published_games() if offers(game)]
    if len(found) == 1:
        return redirect(leads_to, found[0]["game"])
    context = {"title": CHOOSER_TITLES[leads_to], "leads_to": leads_to, "lines": game_summaries(found)}
    return render(request, "cards/games.html", context)
