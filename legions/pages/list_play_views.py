"""Views of a list at the table: a user's own list, and a shared one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.cards import queries
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
    hand = reverse("legion-hand", args=[legion.pk])
    return _list(request, legion, str(legion.pk), reverse("legion", args=[legion.pk]), hand)


@never_cache
@require_safe
@with_shared_legion
def shared_list(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show a shared list at the table."""
    back = reverse("shared", args=[legion.share_key])
    return _list(request, legion, back, back, reverse("shared-hand", args=[legion.share_key]))


def _list(request: HttpRequest, legion: Legion, key: str, back: str, hand: str) -> HttpResponse:
    """Show a list with its `key` in addresses, the address of its page, and that of its opening hand."""
    game = queries.game_or_404(legion.game)
    table = ListAtPlay(legion, key, game, holder_of(request))
    context = {"table": table, "offer": table.offer, "game": game, "back": back, "hand": hand}
    return noindex(render(request, "site/list_play.html", context))
