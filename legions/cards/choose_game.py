"""The page that lets a visitor choose one of the games."""

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
    "play": _("Play which game?"),
}
"""What the page asks that leads to a page of one of the games, by the name of that page's address."""


def choose_game(request: HttpRequest, leads_to: str) -> HttpResponse:
    """Lead to the page `leads_to` of the only game, or let somebody choose among several."""
    found = queries.published_games()
    if len(found) == 1:
        return redirect(leads_to, found[0]["game"])
    return render(request, "cards/games.html", {"title": CHOOSER_TITLES[leads_to], "lines": game_summaries(found)})
