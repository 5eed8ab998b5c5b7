"""The page of the odds of a game's dice."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.play.memory_cookie import BrowserMemory
from legions.play.play_hooks import play_hooks
from legions.site.requests import HtmxRequest
from legions.site.responses import noindex


@require_safe
def odds(request: HtmxRequest, game: str) -> HttpResponse:
    """Show the odds for the query parameters. Raises Http404 for a game without an odds page.

    Counted dice are kept in a cookie for all pages of play. htmx requests get errors with status 200, because htmx does
    not show error responses.
    """
    document = queries.game_or_404(game)
    hooks = play_hooks(game)
    if not hooks.odds_template:
        raise Http404("Nobody counts the dice of this game.")
    memory = BrowserMemory(request, document)
    if counted := memory.after_count():
        add_never_cache_headers(counted)
        return noindex(counted)
    page = hooks.odds(request, document, memory.kept)
    status = 400 if page.refused and not request.htmx else 200
    dice = memory.dice_with(page.dice_said) if page.dice_said else memory.dice
    response = render(request, hooks.odds_template, {"game": document, "page": page, "dice": dice}, status=status)
    if page.counted:
        memory.keep_dice(response, page.counted)
    if request.GET:
        add_never_cache_headers(response)
        return noindex(response)
    return response
