"""Drawn pictures with an address of their own, so that browsers keep them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from catalog.faults import Malformed
from legions.cards.stock import stock

FOR_EVER = 365 * 24 * 3600


@require_safe
def shield(request: HttpRequest, release: int, game: str, slug: str) -> HttpResponse:
    """Give a card's shield as it is in one release. A release never changes, so the answer may be kept for ever."""
    try:
        card = stock(game, release).cards.get(slug)
    except Malformed as error:
        raise Http404("There is no such release.") from error
    if card is None:
        raise Http404("There is no such card.")
    response = HttpResponse(card.shield, content_type="image/svg+xml")
    response["Cache-Control"] = f"public, max-age={FOR_EVER}, immutable"
    return response
