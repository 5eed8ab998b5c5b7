"""Views of a list at the table: a user's own list, and a shared one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.cards import queries
from legions.my_lists.named_lists import NamedList
from legions.pages.list_play import ListAtPlay
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.site.responses import noindex


@never_cache
@require_safe
@with_own_legion
def own_list(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show a user's own list at the table."""
    return _list(request, NamedList(legion, shared=False), reverse("legion-hand", args=[legion.pk]))


@never_cache
@require_safe
@with_shared_legion
def shared_list(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show a shared list at the table."""
    return _list(request, NamedList(legion, shared=True), reverse("shared-hand", args=[legion.share_key]))


def _list(request: HttpRequest, named: NamedList, hand: str) -> HttpResponse:
    """Show a list, with the address of its opening hand."""
    game = queries.game_or_404(named.legion.game)
    table = ListAtPlay(named, game, holder_of(request))
    context = {"table": table, "offer": table.offer, "game": game, "back": named.address, "hand": hand}
    return noindex(render(request, "site/list_play.html", context))
