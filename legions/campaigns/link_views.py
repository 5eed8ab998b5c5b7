"""Views for visitors with a link: take a seat with an invitation, or read a shared campaign."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.campaigns import services
from legions.campaigns.access import member_of
from legions.campaigns.campaign_page import CampaignPage
from legions.campaigns.forms import SeatForm
from legions.campaigns.models import Campaign
from legions.campaigns.records import JudgedRecord
from legions.campaigns.views import METHODS, record_response, remember_guest
from legions.saved_lists.responses import error_message, unknown_share_key
from legions.site.errors import ActionRefused
from legions.site.responses import noindex
from legions.throttling import throttled_response


@never_cache
@require_http_methods(METHODS)
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Let a visitor with an invitation take a seat; redirect members with a seat to the campaign."""
    campaign = Campaign.objects.by_key("invite_key", key)
    if campaign is None:
        return unknown_share_key(request, key)
    if waiting := throttled_response(request, "shared-campaigns"):
        return noindex(waiting)
    member = member_of(campaign, holder_of(request))
    if member is not None and member.player:
        return redirect("campaign", campaign.pk)
    page = CampaignPage(campaign, None)
    form = SeatForm(request.POST if request.method == "POST" else None, page.judged)
    if request.method == "POST" and form.is_valid():
        holder = holder_or_new_guest(request)
        try:
            services.take_seat(campaign=campaign, holder=holder, **form.cleaned_data)
        except (ActionRefused, InvalidInput) as error:
            form = SeatForm(request.POST, JudgedRecord(campaign))
            form.add_error(None, error_message(error))
        else:
            remember_guest(request, holder)
            return redirect("campaign", campaign.pk)
    context = {"page": page, "game": page.game, "campaign": campaign, "form": form}
    return noindex(render(request, "campaigns/join.html", context, status=400 if form.errors else 200))


@never_cache
@require_safe
def shared_campaign(request: HttpRequest, key: str) -> HttpResponse:
    """Show a campaign to a visitor with its read-only link, without private data of its players."""
    campaign = Campaign.objects.by_key("share_key", key)
    if campaign is None:
        return unknown_share_key(request, key)
    if waiting := throttled_response(request, "shared-campaigns"):
        return noindex(waiting)
    page = CampaignPage(campaign, None, request.GET.get("page"))
    return noindex(render(request, "campaigns/shared.html", {"page": page, "game": page.game, "campaign": campaign}))


@never_cache
@require_safe
def shared_record(request: HttpRequest, key: str) -> HttpResponse:
    """Send the record of a shared campaign as a file."""
    campaign = Campaign.objects.by_key("share_key", key)
    if campaign is None:
        return unknown_share_key(request, key)
    if waiting := throttled_response(request, "shared-campaigns"):
        return noindex(waiting)
    return record_response(campaign)
