"""A person's own page. Logging in, passwords and addresses are django-allauth's."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalog.models import Contribution
from legions.cards.stock import stock
from legions.models import Profile
from legions.own_facts import words


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Say who is logged in and lead to what can be changed."""
    addresses = request.user.emailaddress_set.order_by("-primary", "email")
    profile = Profile.objects.filter(user=request.user).first()
    context = {"addresses": addresses, "offers": _offers(request), "profile": profile}
    return render(request, "account/overview.html", context)


def _offers(request: HttpRequest) -> list[dict[str, Any]]:
    """What stands offered to the curators, the newest first."""
    found = list(Contribution.objects.offered().filter(by=request.user).select_related("record"))
    stocks = {game: stock(game) for game in {one.game for one in found}}
    return [
        {
            "number": one.pk,
            "card": stocks[one.game].card(one.record.slug),
            "words": "; ".join(
                f"{fact.replace('_', ' ')}: {words(one.game, fact, v)}" for fact, v in one.facts.items()
            ),
        }
        for one in found
    ]
