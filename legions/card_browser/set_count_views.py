"""The number of owned boxes on the page of a set."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from legions.card_browser.views import show_set
from legions.cards.queries import require_rules
from legions.collection.views import change_count
from legions.site.requests import HtmxRequest


@never_cache
@require_POST
def count_set(request: HtmxRequest, game: str, slug: str) -> HttpResponse:
    """Update the count of a set from its page and redirect to it; htmx gets the page and selects its part."""
    require_rules(game)
    changed = change_count(request, game)
    if request.htmx:
        return show_set(request, game, slug, **changed._asdict())
    changed.say(request)
    return redirect("set", game, slug)
