"""Views of published adventures: the page for visitors with a link, and copies into their campaigns."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from catalog.documents.errors import InvalidInput
from catalog.permissions import current_user
from legions.accounts.holders import holder_of
from legions.campaigns import shared_adventures
from legions.campaigns.access import Member, as_member
from legions.campaigns.adventure_views import adventure_context
from legions.campaigns.models import Campaign, SharedAdventure
from legions.cards.stock import stock
from legions.saved_lists.responses import error_message, unknown_share_key
from legions.site.errors import ActionRefused
from legions.site.responses import noindex

MAX_OFFERED = 50


def with_shared_adventure(
    view: Callable[Concatenate[Any, SharedAdventure, ...], HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Call a view with the published adventure in place of its key."""

    @wraps(view)
    def wrapper(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponseBase:
        shared = SharedAdventure.objects.by_key(key)
        return unknown_share_key(request, key) if shared is None else view(request, shared, **kwargs)

    return wrapper


@never_cache
@require_safe
@with_shared_adventure
def shared_adventure(request: HttpRequest, shared: SharedAdventure) -> HttpResponse:
    """Show a published adventure, with the visitor's campaigns that can copy it."""
    catalog = stock(shared.game)
    context = {
        **adventure_context(shared.document, catalog, own=True),
        "game": catalog.game,
        "shared": shared,
        "campaigns": _open_to(request, shared)[:MAX_OFFERED],
        "reportable": not request.user.is_authenticated or request.user.pk != shared.owner_id,
    }
    return noindex(render(request, "campaigns/adventure.html", context))


def _open_to(request: HttpRequest, shared: SharedAdventure) -> Any:
    """Return the campaigns of the adventure's game that the visitor leads."""
    holder = holder_of(request)
    led = Campaign.objects.led_by(holder).filter(game=shared.game)
    return led.defer("head").order_by("-updated_at", "pk")


def _key_in(request: HttpRequest, field: str) -> UUID | None:
    """Return the UUID in a form field, or None if it is invalid."""
    try:
        return UUID(request.POST.get(field, ""))
    except ValueError:
        return None


@never_cache
@require_POST
@with_shared_adventure
def use_adventure(request: HttpRequest, shared: SharedAdventure) -> HttpResponse:
    """Copy a published adventure into a campaign that the user leads. Raises Http404 for another campaign."""
    campaign = _open_to(request, shared).filter(pk=_key_in(request, "campaign")).first()
    if campaign is None:
        raise Http404("There is no such campaign.")
    try:
        document = shared_adventures.copy_into(campaign=campaign, shared=shared)
    except (ActionRefused, InvalidInput) as error:
        messages.error(request, error_message(error))
        return noindex(redirect(shared.address))
    messages.success(request, _("The adventure is in your campaign: you can change your copy."))
    return redirect("campaign-adventure", campaign.pk, document["slug"])


@never_cache
@require_POST
@as_member
def share_adventure(request: HttpRequest, member: Member, slug: str) -> HttpResponse:
    """Publish an own adventure with a link, or revoke the link. Raises Http404 for other members than leaders."""
    document = next((one for one in member.campaign.head.get("adventures", ()) if one["slug"] == slug), None)
    if document is None or not member.leads:
        raise Http404("There is no such adventure to publish.")
    if not request.user.is_authenticated:
        messages.error(request, _("You need an account to publish an adventure."))
        return redirect("campaign-adventure", member.campaign.pk, slug)
    user = current_user(request)
    try:
        if request.POST.get("do") == "end":
            for one in shared_adventures.shared_by(user).filter(campaign=member.campaign, slug=slug):
                shared_adventures.end_share(shared=one)
        else:
            shared_adventures.share_adventure(campaign=member.campaign, user=user, document=document)
    except ActionRefused as refused:
        messages.error(request, str(refused))
    return redirect("campaign-adventure", member.campaign.pk, slug)


@never_cache
@require_POST
def end_share(request: HttpRequest) -> HttpResponse:
    """Revoke the link of a published adventure, even if its campaign is gone."""
    key = _key_in(request, "adventure")
    if request.user.is_authenticated and key is not None:
        for one in shared_adventures.shared_by(current_user(request)).filter(pk=key):
            shared_adventures.end_share(shared=one)
            messages.success(request, _("The link of “{name}” is ended.").format(name=one))
    return redirect("campaigns")
