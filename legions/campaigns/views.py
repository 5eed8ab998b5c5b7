"""Pages of campaigns: the list, a new campaign, and a campaign with the actions of its members."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.documents import canonical, json_input, slugify
from catalog.documents.errors import InvalidInput
from catalog.permissions import current_user
from legions.accounts.holders import Holder, holder_of, holder_or_new_guest
from legions.accounts.sessions import IN_CAMPAIGN_KEY
from legions.campaigns import campaign_lists, services
from legions.campaigns.access import Member, as_member
from legions.campaigns.campaign_page import CampaignPage
from legions.campaigns.forms import DisputeForm, ImportForm, PlanForm, RenameForm, StartForm
from legions.campaigns.models import Campaign, SharedAdventure
from legions.campaigns.records import JudgedRecord
from legions.campaigns.shared_adventures import copy_into, shared_by
from legions.cards import queries
from legions.cards.stock import stock
from legions.my_lists.named_lists import NamedList, find_named_list
from legions.saved_lists.responses import error_message
from legions.site.errors import ActionRefused
from legions.site.form_tokens import form_token
from legions.site.responses import noindex
from legions.throttling import throttled_response
from rulesapi.judging.supported_games import is_judged

METHODS = ["GET", "HEAD", "POST"]
LIST = "list"
"""The parameter for the list that a player brings into a campaign: the key of their list, or of a shared one."""


def remember_guest(request: HttpRequest, holder: Holder) -> None:
    """Extend the session of a guest in a campaign, so that it outlasts the months between two games."""
    if holder.user is None:
        request.session[IN_CAMPAIGN_KEY] = True


@never_cache
@require_safe
def my_campaigns(request: HttpRequest) -> HttpResponse:
    """List the user's campaigns, and the games in which a campaign can be started."""
    holder = holder_of(request)
    found = Campaign.objects.of(holder).order_by("-updated_at", "pk") if holder else Campaign.objects.none()
    games = {game["slug"]: game for game in queries.published_games() if is_judged(game)}
    lines = [(one, games.get(one.game, {}).get("name", one.game)) for one in found]
    published = shared_by(current_user(request)) if request.user.is_authenticated else ()
    context = {"lines": lines, "games": list(games.values()), "import_form": ImportForm(), "published": published}
    return render(request, "campaigns/campaigns.html", context)


@never_cache
@require_http_methods(METHODS)
def start_campaign(request: HttpRequest, game: str) -> HttpResponse:
    """Start a campaign of a game, with the published adventure that a link names, if any.

    Raises Http404 for a game without rules.
    """
    document = queries.game_or_404(game)
    if not is_judged(document):
        raise Http404("Lists of this game are not judged.")
    shared = SharedAdventure.objects.by_key(request.GET.get("shared", ""))
    if shared is not None and shared.game != game:
        shared = None
    data = request.POST if request.method == "POST" else None
    brought = _brought_list(request, game)
    form = StartForm(
        data,
        stock(game),
        asked=request.GET.getlist("adventure")[:30],
        brings=str(shared) if shared else "",
        plays=brought is not None,
        initial={"player": request.user.get_username() or _("Player %(number)s") % {"number": 1}},
    )
    if request.method == "POST" and form.is_valid():
        try:
            return _start(request, game, form, shared, brought)
        except (InvalidInput, ActionRefused) as error:
            form.add_error(None, error_message(error))
    context = {"game": document, "form": form, "shared": shared, "brought": brought}
    return render(request, "campaigns/start.html", context, status=400 if form.errors else 200)


def _brought_list(request: HttpRequest, game: str) -> NamedList | None:
    """Return the list that the address brings into a campaign, None if it names none with cards that the user may
    read.
    """
    named = find_named_list(request.GET.get(LIST, ""), game, holder_of(request))
    return named if named and named.picks else None


def _start(
    request: HttpRequest, game: str, form: StartForm, shared: SharedAdventure | None, brought: NamedList | None
) -> HttpResponse:
    """Start the campaign of a form, and bring a list to its page. Raises the errors of the services."""
    data = form.cleaned_data
    holder = holder_or_new_guest(request)
    fields = {"game": game, "name": form.campaign_name, "plan": data["plan"], "player": data["player"]}
    with transaction.atomic():
        campaign = services.start_campaign(holder=holder, settles=form.settles(), **fields)
        if shared is not None:
            copy_into(campaign=campaign, shared=shared)
    remember_guest(request, holder)
    if form.writes or brought is None:
        return redirect("campaign-write" if form.writes else "campaign", campaign.pk)
    return redirect(f"{reverse('campaign', args=[campaign.pk])}?{urlencode({LIST: brought.key})}")


@never_cache
@require_POST
def import_record(request: HttpRequest) -> HttpResponse:
    """Store a record as a campaign, or show the faults of an invalid one."""
    if waiting := throttled_response(request, "campaign-imports"):
        return waiting
    form = ImportForm(request.POST, request.FILES)
    faults: list[str] = []
    if form.is_valid():
        file = form.cleaned_data["file"]
        raw = file.read(services.MAX_IMPORT_BYTES + 1) if file else form.cleaned_data["text"].encode()
        try:
            document = json_input.loads(raw, limit=services.MAX_IMPORT_BYTES, batch="entries")
            holder = holder_or_new_guest(request)
            campaign = services.import_campaign(holder=holder, document=document)
        except InvalidInput as invalid:
            faults = [f"{fault.pointer}: {fault.message}".removeprefix(": ") for fault in invalid.faults[:10]]
        except ActionRefused as refused:
            faults = [str(refused)]
        else:
            remember_guest(request, holder)
            messages.success(request, _("The record is here. Everybody takes their seat by the link."))
            return redirect("campaign", campaign.pk)
    else:
        faults = [str(message) for found in form.errors.values() for message in found]
    return render(request, "campaigns/import.html", {"import_form": form, "faults": faults}, status=400)


@never_cache
@require_safe
@as_member
def campaign(request: HttpRequest, member: Member) -> HttpResponse:
    """Show a campaign to a member."""
    return _show(request, member)


def _show(request: HttpRequest, member: Member, status: int = 200, **more: Any) -> HttpResponse:
    brought = _brought_list(request, member.campaign.game) if LIST in request.GET else None
    page = CampaignPage(member.campaign, member, request.GET.get("page"), brought)
    context = {
        "page": page,
        "lists_to_bring": page.lists_to_bring(holder_of(request)),
        "game": page.game,
        "campaign": member.campaign,
        "plan_form": PlanForm(None, page.judged) if member.leads else None,
        "rename_form": RenameForm(initial={"name": member.campaign.name}),
        **more,
    }
    return noindex(render(request, "campaigns/campaign.html", context, status=status))


@never_cache
@require_safe
@as_member
def record_file(request: HttpRequest, member: Member) -> HttpResponse:
    return record_response(member.campaign)


def record_response(campaign: Campaign) -> HttpResponse:
    """Return a response with a campaign's record as a file."""
    response = HttpResponse(canonical.pretty(JudgedRecord(campaign).record), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{slugify(campaign.name)[:80] or "campaign"}.json"'
    return noindex(response)


# -- actions ---------------------------------------------------------------------------------------------------------


@never_cache
@require_POST
@as_member
def campaign_action(request: HttpRequest, member: Member) -> HttpResponse:
    """Run the action of a button: `do` has its name, and its argument after a slash.

    Raises Http404 for an unknown action, and for one that the member may not run.
    """
    name, _slash, about = request.POST.get("do", "").partition("/")
    action = ACTIONS.get(name)
    if action is None or (name in LEADERS_ACTIONS and not member.leads):
        raise Http404("There is nothing like that to do here.")
    try:
        done = action(request, member, about)
    except (ActionRefused, InvalidInput) as error:
        messages.error(request, error_message(error))
        return redirect("campaign", member.campaign.pk)
    return done or redirect("campaign", member.campaign.pk)


Action = Callable[[HttpRequest, Member, str], HttpResponse | None]


def _open_invitation(request: HttpRequest, member: Member, about: str) -> None:
    services.open_link(campaign=member.campaign, field="invite_key")


def _close_invitation(request: HttpRequest, member: Member, about: str) -> None:
    services.close_link(campaign=member.campaign, field="invite_key")


def _share(request: HttpRequest, member: Member, about: str) -> None:
    services.open_link(campaign=member.campaign, field="share_key")


def _unshare(request: HttpRequest, member: Member, about: str) -> None:
    services.close_link(campaign=member.campaign, field="share_key")


def _vacate(request: HttpRequest, member: Member, about: str) -> None:
    services.vacate(campaign=member.campaign, player=about)
    messages.success(request, _("The seat is vacant. Whoever has the link can take it."))


def _remove(request: HttpRequest, member: Member, about: str) -> None:
    services.move_out(campaign=member.campaign, player=about, by=member.player)


def _leave(request: HttpRequest, member: Member, about: str) -> HttpResponse | None:
    services.move_out(campaign=member.campaign, player=member.player, by=member.player)
    messages.success(request, _("You have left. What you earned stays in the record."))
    return None if member.leads else redirect("campaigns")


def _end(request: HttpRequest, member: Member, about: str) -> None:
    services.end_campaign(campaign=member.campaign, by=member.player, once=form_token(request))


def _plan(request: HttpRequest, member: Member, about: str) -> HttpResponse | None:
    form = PlanForm(request.POST, JudgedRecord(member.campaign))
    if not form.is_valid():
        return _show(request, member, 400, plan_form=form)
    services.change_plan(campaign=member.campaign, plan=form.cleaned_data["plan"])
    return None


def _settle(request: HttpRequest, member: Member, about: str) -> None:
    services.settle_question(
        campaign=member.campaign, question=about, reading=request.POST.get("reading", ""), by=member.player
    )


def _rename(request: HttpRequest, member: Member, about: str) -> HttpResponse | None:
    form = RenameForm(request.POST)
    if not form.is_valid():
        return _show(request, member, 400, rename_form=form)
    services.rename_campaign(campaign=member.campaign, name=form.cleaned_data["name"])
    return None


def _confirm(request: HttpRequest, member: Member, about: str) -> None:
    services.give_opinion(entry=_entry(member, about), player=member.player, agrees=True)


def _build(request: HttpRequest, member: Member, about: str) -> HttpResponse:
    adventure, _slash, side = (about or request.POST.get("side", "")).partition("/")
    holder, key = holder_of(request), request.POST.get(LIST, "")
    brought = find_named_list(key, member.campaign.game, holder)
    if key and brought is None:
        raise ActionRefused(_("There is no such list. Choose another."))
    legion = campaign_lists.build_list(
        judged=JudgedRecord(member.campaign),
        holder=holder,
        player=member.player,
        adventure=adventure,
        side=side,
        brought=brought,
    )
    return redirect("legion", legion.pk)


def _dispute(request: HttpRequest, member: Member, about: str) -> HttpResponse | None:
    form = DisputeForm(request.POST)
    entry = _entry(member, about)
    if not form.is_valid():
        return _show(request, member, 400, disputed=entry.pk, dispute_form=form)
    services.give_opinion(entry=entry, player=member.player, agrees=False, why=form.cleaned_data["why"])
    return None


def _entry(member: Member, about: str) -> Any:
    found = member.campaign.entries.filter(document__id=about).first()
    if found is None:
        raise Http404("There is no such entry.")
    return found


def _delete(request: HttpRequest, member: Member, about: str) -> HttpResponse | None:
    if not request.POST.get("sure"):
        messages.error(request, _("Tick that you mean it: a campaign is deleted for good."))
        return None
    services.delete_campaign(campaign=member.campaign)
    messages.success(request, _("The campaign is deleted."))
    return redirect("campaigns")


ACTIONS: dict[str, Action] = {
    "open-invitation": _open_invitation,
    "close-invitation": _close_invitation,
    "share": _share,
    "unshare": _unshare,
    "vacate": _vacate,
    "remove": _remove,
    "leave": _leave,
    "end": _end,
    "plan": _plan,
    "settle": _settle,
    "rename": _rename,
    "build": _build,
    "confirm": _confirm,
    "dispute": _dispute,
    "delete": _delete,
}
LEADERS_ACTIONS = frozenset(ACTIONS) - {"leave", "build", "confirm", "dispute"}
"""The actions reserved for leaders."""
