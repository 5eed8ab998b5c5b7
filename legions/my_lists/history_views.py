"""Views of the history of a list: show a state, restore it, and move the list to a newer release.

No state is ever changed: restoring one adds a new state.
"""

from urllib.parse import urlencode

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of
from legions.changes.basic import UseRelease
from legions.collection.availability import owned_copies
from legions.collection.models import Collection
from legions.my_lists.history import PastState
from legions.my_lists.release_upgrade import ReleaseUpgrade, release_upgrade
from legions.own_numbers.applied_numbers import facts_for
from legions.saved_lists import bulk_actions, services
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import BuildStatus, Legion, LegionRevision
from legions.saved_lists.responses import CONFLICT_MESSAGE
from legions.saved_lists.services import EditConflict
from legions.site.errors import ActionRefused
from legions.site.form_tokens import base_version, form_token
from legions.site.requests import HtmxRequest


@never_cache
@require_safe
@with_own_legion
def legion_history(request: HtmxRequest, legion: Legion) -> HttpResponse:
    """Redirect the former address of the history to its present page."""
    page = request.GET.get("page")
    query = urlencode({"with": legion.pk, **({"page": page} if page else {})})
    return redirect(f"{reverse('legions-compare')}?{query}")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_own_legion
def legion_state(request: HtmxRequest, legion: Legion, number: int) -> HttpResponse:
    """Show a state of a list; `do=back` makes it the newest state, `do=branch` starts a variant from it."""
    found = state_or_404(legion, number)
    if request.method != "POST":
        return _show(request, PastState(legion, found))
    do = request.POST.get("do", "")
    try:
        if do == "branch":
            variant = bulk_actions.create_variant(
                legion=legion, holder=holder_of(request), number=number, once=form_token(request)
            )
            messages.success(request, variant.what)
            return redirect("legion", variant.pk)
        if do != "back":
            raise ActionRefused(_("This page is out of date. Reload it."))
        gone = services.restore_state(
            legion=legion, base=base_version(request), number=number, once=form_token(request)
        )
    except IntegrityError:  # the form was sent twice, and its variant exists
        return redirect("legion-history", legion.pk)
    except EditConflict as stale:
        return _show(request, PastState(stale.legion, found), fault=str(CONFLICT_MESSAGE), status=409)
    except InvalidInput as error:
        return _show(request, PastState(legion, found), fault=error.faults[0].message, status=error.status)
    except ActionRefused as refused:
        return _show(request, PastState(legion, found), fault=str(refused), status=400)
    messages.success(request, gone.what)
    return redirect("legion", gone.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@with_own_legion
def upgrade_release(request: HtmxRequest, legion: Legion) -> HttpResponse:
    """Show the effects of the newest release on an older list, and move it there on request. The move can be undone."""
    have = owned_copies(Collection.objects.for_legion(legion)) if legion.mark != BuildStatus.WANTED else None
    facts = facts_for(legion)
    upgrade = release_upgrade(legion.document, have, facts)
    if upgrade is None:
        messages.success(request, _("It uses the newest release."))
        return redirect("legion", legion.pk)
    if request.method != "POST":
        return _show_upgrade(request, legion, upgrade)
    try:
        changed = services.edit_legion(
            legion=legion, base=base_version(request), change=UseRelease(upgrade.newest), once=form_token(request)
        )
    except EditConflict as stale:
        upgrade = release_upgrade(stale.legion.document, have, facts)
        return _show_upgrade(request, stale.legion, upgrade, fault=str(CONFLICT_MESSAGE), status=409)
    except InvalidInput as error:
        return _show_upgrade(request, legion, upgrade, fault=error.faults[0].message, status=error.status)
    messages.success(request, _("%(what)s You can undo this.") % {"what": changed.what})
    return redirect("legion", legion.pk)


def _show(request: HtmxRequest, earlier: PastState, *, fault: str = "", status: int = 200) -> HttpResponse:
    return render(request, "saved_lists/state.html", {"earlier": earlier, "fault": fault}, status=status)


def _show_upgrade(
    request: HtmxRequest, legion: Legion, upgrade: ReleaseUpgrade | None, *, fault: str = "", status: int = 200
) -> HttpResponse:
    context = {"legion": legion, "upgrade": upgrade, "fault": fault}
    return render(request, "saved_lists/release_upgrade.html", context, status=status)


def state_or_404(legion: Legion, number: int) -> LegionRevision:
    """Return a state of a list by its number, of any size. Raises Http404."""
    found = legion.state_at(number)
    if found is None:
        raise Http404("There is no such state.")
    return found
