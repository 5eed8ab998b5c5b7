"""The move of a campaign to a newer release, with a preview."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog import snapshots
from legions.campaigns import services
from legions.campaigns.access import Member, as_member
from legions.campaigns.upgrade_preview import ReleaseChanges
from legions.cards.stock import stock
from legions.site.errors import ActionRefused
from legions.site.responses import noindex


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@as_member
def upgrade_release(request: HttpRequest, member: Member) -> HttpResponse:
    """Show the effects of the newest release to a campaign's leader, and move the campaign there.

    Raises Http404 for everybody else, for a campaign on the newest release, and for one that has ended.
    """
    newest = snapshots.newest().release
    shown = request.POST.get("to", "")
    to = int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 10 else 0
    if member.leads and to == newest == member.campaign.head["release"]:
        return redirect("campaign", member.campaign.pk)  # a form sent twice
    if not member.leads or newest <= member.campaign.head["release"]:
        raise Http404("There is nothing to move to.")
    changes = ReleaseChanges(member.campaign, newest)
    if changes.judged.verdict["ended"]:
        raise Http404("The campaign has ended: it stays as it is judged.")
    refused = ""
    if request.method == "POST":
        try:
            services.upgrade_release(campaign=member.campaign, to=to, by=member.player)
        except ActionRefused as error:
            refused = str(error)
        else:
            return redirect("campaign", member.campaign.pk)
    context = {
        "changes": changes,
        "campaign": member.campaign,
        "game": stock(member.campaign.game).game,
        "refused": refused,
    }
    return noindex(render(request, "campaigns/release.html", context, status=409 if refused else 200))
