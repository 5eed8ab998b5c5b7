"""Views for the number of owned boxes: one form with all numbers, of which only changed ones are stored."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.cards.queries import require_rules
from legions.cards.stock import stock
from legions.collection import services
from legions.collection.boxes_page import BoxesPage
from legions.collection.counts import Counts
from legions.collection.game_collection import GameCollection
from legions.collection.models import Collection
from legions.collection.views import parse_number
from legions.own_numbers.models import OwnNumbers
from legions.site.invalid_forms import invalid_form
from legions.site.requests import HtmxRequest

NOW_PREFIX, SEEN_PREFIX = "now-", "seen-"
"""The prefixes of the names of a set's two fields."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def boxes(request: HtmxRequest, game: str) -> HttpResponse:
    """Show the number of owned boxes by set, or change it."""
    require_rules(game)
    if request.method != "POST":
        return _show(request, game)
    try:
        message = _count(request, game)
    except InvalidInput as error:
        return _show(request, game, error=error.faults[0].message, status=error.status)
    except services.CollectionChanged:
        error_message = _("The count was changed elsewhere, so nothing was saved. Reload the page.")
        return _show(request, game, error=error_message, status=409)
    if request.htmx:
        return _show(request, game, message=message)
    messages.success(request, message)
    return redirect("boxes", game)


def _count(request: HtmxRequest, game: str) -> str:
    """Store the numbers that differ from the ones shown, and return a message. Raises InvalidInput,
    CollectionChanged.
    """
    sets = stock(game).sets
    now, seen = {}, {}
    for name, value in request.POST.items():
        slug = name.removeprefix(NOW_PREFIX)
        if slug == name:
            continue
        if slug not in sets:
            raise invalid_form(_("There is no such set in this game."), "/do")
        number, before = parse_number(str(value) or "0"), parse_number(request.POST.get(f"{SEEN_PREFIX}{slug}", "0"))
        if number != before:
            now[slug], seen[slug] = number, before
    if not now:
        return _("Nothing has changed.")
    if len(now) == 1:
        ((slug, number),) = now.items()
        message = _("%(title)s: %(now)s instead of %(seen)s.") % {
            "title": sets[slug]["name"] or slug,
            "now": number,
            "seen": seen[slug],
        }
    else:
        message = ngettext(
            "Boxes of %(number)s set counted anew.", "Boxes of %(number)s sets counted anew.", len(now)
        ) % {"number": len(now)}
    services.set_counts(
        holder=holder_or_new_guest(request), game=game, now=Counts(packs=now), seen=Counts(packs=seen), what=message
    )
    return message


def _show(request: HtmxRequest, game: str, *, message: str = "", error: str = "", status: int = 200) -> HttpResponse:
    collection = GameCollection(stock(game), Collection.objects.of(holder_of(request), game))
    numbers = OwnNumbers.objects.of(holder_of(request), game)
    partial = bool(request.htmx)
    template = "collection/_boxes_sum.html" if partial else "collection/boxes.html"
    context = {"game": collection.game, "boxes": BoxesPage(collection, numbers, message, error), "partial": partial}
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response
