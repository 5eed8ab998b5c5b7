"""The comparison of lists: own ones, their variants and states, and shared ones; a single one is shown with its
history.
"""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.accounts.profile_names import display_name
from legions.my_lists.comparison import MAX_COMPARED, ComparedSource, Comparison
from legions.my_lists.history import History
from legions.my_lists.history_views import state_or_404
from legions.own_numbers.applied_numbers import facts_for, legion_with_numbers, shown_with_numbers, with_numbers
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import unknown_share_key
from legions.site.responses import noindex

MAX_OFFERED = 30
"""The maximum number of other lists offered for the comparison."""
_OWN = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(\d{1,9}))?")
_SHARED = re.compile(r"/s/([A-Za-z0-9_-]{1,64})/?")


@never_cache
@require_safe
def compare_legions(request: HttpRequest) -> HttpResponse:
    """Compare the lists in `with`: `<id>`, `<id>.<number of a state>` or `/s/<key>/`.

    A single list of the user is shown with its variants, its history, and other lists to compare it with; a single
    state is compared with the present list.
    """
    tokens = list(dict.fromkeys(request.GET.getlist("with")))
    if len(tokens) == 1 and (match := _OWN.fullmatch(tokens[0])) and match[2] is not None:
        tokens.append(match[1])
    if len(tokens) == 1 and _OWN.fullmatch(tokens[0]):
        return _alone(request, tokens[0])
    fault = ""
    if len(tokens) > MAX_COMPARED:
        tokens, fault = tokens[:MAX_COMPARED], _("Compare at most %(most)d lists.") % {"most": MAX_COMPARED}
    sources = []
    for one in tokens:
        if match := _SHARED.fullmatch(one):
            legion = Legion.objects.by_share_key(match[1])
            if legion is None:
                return unknown_share_key(request, match[1])
            sources.append(_shared(one, legion))
        else:
            sources.append(_own(request, one))
    first = sources[0].document["game"] if sources else ""
    if any(source.document["game"] != first for source in sources):
        sources = [source for source in sources if source.document["game"] == first]
        fault = _("Only lists of one game can be compared. Those of other games are left out.")
    return _page(request, sources, fault)


def _page(request: HttpRequest, sources: list[ComparedSource], fault: str) -> HttpResponse:
    comparison = Comparison(sources) if sources else None
    legions = Legion.objects.held_by(holder_of(request)).not_deleted()
    offered: list[Legion] = []
    if len(sources) < MAX_COMPARED:
        taken = [source.token for source in sources if _OWN.fullmatch(source.token)]
        others = legions.exclude(pk__in=[token for token in taken if "." not in token]).order_by("-updated_at", "pk")
        offered = list((others.filter(game=sources[0].document["game"]) if sources else others)[:MAX_OFFERED])
    context = {
        "comparison": comparison,
        "offered": offered,
        "fault": fault,
        "most": MAX_COMPARED,
    }
    return noindex(render(request, "saved_lists/compare.html", context, status=400 if fault else 200))


def _alone(request: HttpRequest, token: str) -> HttpResponse:
    """Show a list of the user with its variants, its history, and lists to compare it with. Raises Http404."""
    legion = own_legion_or_404(request, token)
    if legion.deleted_at:
        raise Http404(_("The list is deleted."))
    holder = holder_of(request)
    others = Legion.objects.held_by(holder).not_deleted().filter(game=legion.game).exclude(pk=legion.pk)
    history = History(legion, holder, request.GET.get("page"))
    family = [line.legion.pk for line in history.family]
    context = {
        "history": history,
        "offered": list(others.exclude(pk__in=family).order_by("-updated_at", "pk")[:MAX_OFFERED]),
        "most": MAX_COMPARED,
    }
    return noindex(render(request, "saved_lists/compare.html", context))


def _own(request: HttpRequest, token: str) -> ComparedSource:
    """Return a list of the user, or a state of it. Raises Http404 for another one."""
    match = _OWN.fullmatch(token)
    if match is None:
        raise Http404("There is no such legion.")
    legion = own_legion_or_404(request, match[1])
    if legion.deleted_at:
        raise Http404(_("The list is deleted."))
    if match[2] is None:
        return ComparedSource(token, legion_with_numbers(legion), _("as it is now"), f"/legions/{legion.pk}/")
    state = state_or_404(legion, int(match[2]))
    values = {"number": state.number, "day": date_format(state.saved_at)}
    note = _("change %(number)d, %(day)s") % values
    document = with_numbers(state.document, facts_for(legion))
    return ComparedSource(token, document, note, f"/legions/{legion.pk}/history/{state.number}/")


def _shared(token: str, legion: Legion) -> ComparedSource:
    by = display_name(legion.owner) if legion.owner else ""
    note = _("shared by %(name)s") % {"name": by} if by else _("shared")
    return ComparedSource(token, shown_with_numbers(legion), note, f"/s/{legion.share_key}/")
