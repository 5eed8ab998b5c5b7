"""Views that offer own numbers to the curators, and withdraw them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from catalog.curation import contributions
from catalog.curation.contributions import ContributionRefused, Origin
from catalog.documents.errors import InvalidInput
from legions.accounts import pending_posts
from legions.accounts.login_prompts import prompt_login
from legions.builder.drawer import Drawer
from legions.builder.judged_table import JudgedTable
from legions.builder.views import show_refusal
from legions.cards.stock import stock
from legions.contributing import services
from legions.own_numbers.applied_numbers import legion_with_numbers
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.site import error_views
from legions.site.requests import HtmxRequest
from legions.table.table_layout import Selection

LOGIN_MESSAGE = gettext_lazy(
    "Log in or sign up to offer your numbers to the curators. Then press the button once more; your note waits there."
)


@never_cache
@require_POST
@with_own_legion
def offer_own_facts(request: HtmxRequest, legion: Legion) -> HttpResponse:
    """Offer the own numbers for a card to the curators (`do=offer`), or withdraw them (`withdraw`)."""
    address = f"/legions/{legion.pk}/#own-numbers"
    if not request.user.is_authenticated:
        pending_posts.store_post(request, request.path)
        return prompt_login(request, address, str(LOGIN_MESSAGE))
    slug, do = request.POST.get("card", ""), request.POST.get("do", "")
    try:
        if do == "offer":
            _offer(request, legion, slug)
            pending_posts.discard_post(request, request.path)
        elif do == "withdraw":
            card = stock(legion.game).card(slug)
            if card.known:
                contributions.withdraw_all(by=request.user, game=legion.game, slug=card.slug)
        else:
            return error_views.bad_request(request)
    except (InvalidInput, ContributionRefused) as error:
        return show_refusal(request, Drawer(JudgedTable(legion.document, legion), Selection()), error)
    return redirect(address)


def _offer(request: HttpRequest, legion: Legion, slug: str) -> None:
    facts = legion_with_numbers(legion).get("facts", {}).get(slug)
    if facts is None:
        raise ContributionRefused(_("Nothing is entered for this card any more."))
    origin = Origin(printed="printed" in request.POST)
    note = request.POST.get("note", "")
    services.offer_facts(
        by=request.user, game=legion.game, slug=slug, facts=facts, note=note, origin=origin, whole=False
    )
