"""Views of opening hands: drawn from a user's own list or a shared one, by a number in the address."""

from secrets import randbelow

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.sharing.shared_list import SharedList
from legions.site.responses import noindex
from legions.table.table_hooks import table_hooks

HANDS = 1_000_000
"""The number of different hands."""


@never_cache
@require_safe
@with_own_legion
def own_hand(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show an opening hand of a user's own list."""
    return _hand(request, legion, f"/legions/{legion.pk}/", own=True)


@never_cache
@require_safe
@with_shared_legion
def shared_hand(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show an opening hand of a shared list."""
    return _hand(request, legion, f"/s/{legion.share_key}/", own=False)


def _hand(request: HttpRequest, legion: Legion, back: str, *, own: bool) -> HttpResponse:
    """Show the hand with the number in the address; without a number, redirect to a random one.

    Raises Http404 for a game without opening hands.
    """
    hooks = table_hooks(legion.game)
    if not hooks.hand_template:
        raise Http404("This game has no opening hands.")
    if not request.GET:
        return noindex(redirect(f"{request.path}?seed={randbelow(HANDS)}"))
    shared = SharedList(legion, own=own)
    hand = hooks.hand(shared.document, shared.stock, request.GET)
    context = {"shared": shared, "hand": hand, "back": back, "game": shared.stock.game}
    return noindex(render(request, hooks.hand_template, context, status=200 if hand.form.is_valid() else 400))
