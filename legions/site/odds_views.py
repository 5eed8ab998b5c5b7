"""The odds that the dice of a game come to, on a page of their own."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.games import page_adapter


@require_safe
def odds(request: HttpRequest, game: str) -> HttpResponse:
    """Show the odds of the query parameters; 404 for a game whose dice nobody counts."""
    document = queries.game_or_404(game)
    adapter = page_adapter(game)
    if not adapter.odds_template:
        raise Http404("Nobody counts the dice of this game.")
    page = adapter.odds(request.GET, document)
    return render(request, adapter.odds_template, {"game": document, "page": page}, status=400 if page.refused else 200)
