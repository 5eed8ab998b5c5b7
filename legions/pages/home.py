"""The front page: a list on the table with its verdict, and what can be done here, each with a piece of its page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.cards import queries
from legions.cards.game_summaries import GameSummary, game_summaries
from legions.pages.front_page import FrontPage, render_cached
from legions.pages.own_home import OwnHome
from legions.site import wording


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page; authenticated users see their own home page.

    The former address of a game's example, `?game=`, redirects to the page of that game.
    """
    games = queries.published_games()
    if not games:
        return render(request, "site/home_empty.html")
    slug = request.GET.get("game")
    if any(game["slug"] == slug for game in games):
        return redirect("game", slug)
    summaries = game_summaries(games)
    if request.user.is_authenticated:
        return _own_home(request, summaries)
    page = FrontPage(summaries)
    catalog = summaries[0].stock
    context = {
        "named": wording.join_and([game["name"] for game in games]),
        "builders": [summary for summary in summaries if summary.judged],
        "showcase": render_cached(catalog, "site/_front_showcase.html", lambda: {"page": page}),
        "parts": render_cached(catalog, "site/_front_parts.html", lambda: {"page": page, "lines": summaries}),
    }
    return render(request, "site/home.html", context)


def _own_home(request: HttpRequest, lines: list[GameSummary]) -> HttpResponse:
    """Show the home page of an authenticated user: their lists, and news about them and about owned cards."""
    home = OwnHome(holder_of(request), {line.document["game"]: line.stock for line in lines})
    response = render(request, "site/own_home.html", {"home": home, "lines": lines})
    add_never_cache_headers(response)
    return response
