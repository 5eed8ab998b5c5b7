"""Offering own numbers to the curators, and taking an offer back."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from catalog import contributing
from catalog.contributing import Refused
from catalog.faults import Malformed
from legions.accounts import kept_notes
from legions.cards.stock import stock
from legions.contributing import offering
from legions.models import Legion
from legions.presenting.bench import Bench
from legions.presenting.table import Selection

from . import errors
from .builder import refuse
from .contributing import LARGEST
from .legions import held_or_404, thrown_away

SIGN_IN = gettext_lazy(
    "Log in or sign up to offer your numbers to the curators. Then press the button once more; your note waits there."
)


@never_cache
@require_POST
def offer(request: HttpRequest, pk: Any) -> HttpResponse:
    """Offer what a legion says of a card (`do=offer`), or take that back (`withdraw`)."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    address = f"/legions/{legion.pk}/#own-numbers"
    if not request.user.is_authenticated:
        messages.info(request, SIGN_IN)
        kept_notes.keep(request, legion, request.POST.get("card", ""), request.POST.get("note", ""))
        return redirect_to_login(address, settings.LOGIN_URL)
    slug, do = request.POST.get("card", ""), request.POST.get("do", "")
    try:
        if do == "offer":
            _offer(request, legion, slug)
            kept_notes.forget(request)
        elif do == "withdraw":
            card = stock(legion.game).card(slug)
            if card.known:
                contributing.withdraw_all(by=request.user, game=legion.game, slug=card.slug)
        else:
            return errors.bad_request(request)
    except (Malformed, Refused) as error:
        return refuse(request, Bench(legion.document, Selection(), legion=legion), error)
    return redirect(address)


@never_cache
@require_POST
def take_back(request: HttpRequest, number: int) -> HttpResponse:
    """Take one offer back, from the page of one's account."""
    mine = request.user.is_authenticated and number <= LARGEST
    if mine and contributing.take_back(by=request.user, number=number):
        messages.success(request, _("The offer is taken back."))
        return redirect("contributions")
    return errors.not_found(request)


def _offer(request: HttpRequest, legion: Legion, slug: str) -> None:
    said = legion.document.get("facts", {}).get(slug)
    if said is None:
        raise Refused(_("The legion says nothing of this card any more."))
    note = request.POST.get("note", "")
    offering.offer(by=request.user, game=legion.game, slug=slug, facts=said, note=note)
