"""The lists that share one collection: marking them built or wanted, and what that comes to."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from legions.accounts.people import holder_of
from legions.cards.stock import stock
from legions.collection.marking import mark
from legions.models import Collection, Legion, Mark
from legions.presenting.collected import Collected
from legions.presenting.plans import Plans
from legions.services import Refused

from . import errors
from .collection import game_or_404
from .legions import held_or_404, thrown_away

SAID = {
    Mark.NONE: _("“%(name)s” is neither built nor wanted any more."),
    Mark.BUILT: _("“%(name)s” stands built: its cards are in use."),
    Mark.WANTED: _("“%(name)s” is wanted: what is missing for it is named below."),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def plans(request: HttpRequest, game: str) -> HttpResponse:
    """Show the lists of a game that share a collection, or mark one: `do` is its id and the mark after a slash."""
    game_or_404(game)
    if request.method != "POST":
        return _show(request, game)
    pk, _sep, wish = request.POST.get("do", "").partition("/")
    try:
        legion, chosen = held_or_404(request, UUID(pk)), Mark(wish)
    except ValueError:
        return errors.bad_request(request)
    if legion.deleted_at:
        return thrown_away(request, legion)
    try:
        mark(legion=legion, mark=chosen)
    except Refused as refused:
        return _show(request, game, fault=str(refused), status=409)
    messages.success(request, str(SAID[chosen]) % {"name": legion.name})
    return redirect("plans", legion.game)


def _show(request: HttpRequest, game: str, *, fault: str = "", status: int = 200) -> HttpResponse:
    holder = holder_of(request)
    held = Collected(stock(game), Collection.objects.of(holder, game))
    found = Legion.objects.held_by(holder).kept().filter(game=game, archived_at__isnull=True)
    page = Plans(held, list(found.order_by("-updated_at", "pk")), request.GET.get("page"))
    return render(request, "collection/plans.html", {"plans": page, "game": held.game, "fault": fault}, status=status)
