"""The odds that the dice of a game come to, on a page of their own."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.play.memory_cookie import remember, remembered
from legions.play.play_hooks import play_hooks
from legions.site.requests import HtmxRequest
from legions.site.responses import noindex


@require_safe
def odds(request: HtmxRequest, game: str) -> HttpResponse:
    """Show the odds of the query parameters; 404 for a game whose dice nobody counts.

    What somebody counted on their dice is kept in a cookie for all pages of play, and asked for no more. A script is
    told what is wrong in the page that it asked for, as it takes nothing else.
    """
    document = queries.game_or_404(game)
    hooks = play_hooks(game)
    if not hooks.odds_template:
        raise Http404("Nobody counts the dice of this game.")
    page = hooks.odds(request, document)
    status = 400 if page.refused and not request.htmx else 200
    response = render(request, hooks.odds_template, {"game": document, "page": page}, status=status)
    if counted := page.counted:
        remember(request, response, game, {**remembered(request, document), "dice": counted})
    if request.GET:
        add_never_cache_headers(response)
        return noindex(response)
    return response
