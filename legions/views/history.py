"""The history of a legion: its states, each to be looked at and gone back to, and the way to a newer release.

Nothing here rewrites a state: going back makes a new one.
"""

from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.faults import Malformed
from legions import keeping, services
from legions.accounts.people import holder_of
from legions.building.changes import UseRelease
from legions.collection.beside import owned
from legions.models import Collection, Legion, LegionRevision, Mark
from legions.presenting.history import Earlier, History
from legions.presenting.moving import move_of
from legions.services import Refused, Stale

from .builder import STALE
from .legions import held_or_404, thrown_away
from .sent import base_of, once_of


@never_cache
@require_safe
def history(request: HttpRequest, pk: Any) -> HttpResponse:
    """List the states of one of one's own legions, the newest first, with how each stands."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    found = History(legion, holder_of(request), request.GET.get("page"))
    return render(request, "legions/history.html", {"history": found})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def state(request: HttpRequest, pk: Any, number: int) -> HttpResponse:
    """Show a legion as it was; `do=back` makes that the newest state, `do=branch` starts a variant from it."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    found = state_or_404(legion, number)
    if request.method != "POST":
        return _show(request, Earlier(legion, found))
    do = request.POST.get("do", "")
    try:
        if do == "branch":
            variant = keeping.branch(legion=legion, holder=holder_of(request), number=number, once=once_of(request))
            messages.success(request, variant.what)
            return redirect("legion", variant.pk)
        if do != "back":
            raise Refused(_("This page does not know that button. Load it again."))
        gone = services.go_back(legion=legion, base=base_of(request), number=number, once=once_of(request))
    except IntegrityError:  # the same form was sent before, and its variant is there
        return redirect("legion-history", legion.pk)
    except Stale as stale:
        return _show(request, Earlier(stale.legion, found), fault=STALE, status=409)
    except Malformed as error:
        return _show(request, Earlier(legion, found), fault=error.faults[0].message, status=error.status)
    except Refused as refused:
        return _show(request, Earlier(legion, found), fault=str(refused), status=400)
    messages.success(request, gone.what)
    return redirect("legion", gone.pk)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def release(request: HttpRequest, pk: Any) -> HttpResponse:
    """Show what the newest release makes of an older legion, and move it there when asked to: Undo leads back."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    have = owned(Collection.objects.for_legion(legion)) if legion.mark != Mark.WANTED else None
    move = move_of(legion.document, have)
    if move is None:
        messages.success(request, _("It stands by the newest release of the catalog."))
        return redirect("legion", legion.pk)
    if request.method != "POST":
        return render(request, "legions/release.html", {"legion": legion, "move": move})
    try:
        changed = services.edit(
            legion=legion, base=base_of(request), change=UseRelease(move.newest), once=once_of(request)
        )
    except Stale as stale:
        context = {"legion": stale.legion, "move": move_of(stale.legion.document, have), "fault": STALE}
        return render(request, "legions/release.html", context, status=409)
    except Malformed as error:
        context = {"legion": legion, "move": move, "fault": error.faults[0].message}
        return render(request, "legions/release.html", context, status=error.status)
    messages.success(request, _("%(what)s Undo leads back.") % {"what": changed.what})
    return redirect("legion", legion.pk)


def _show(request: HttpRequest, earlier: Earlier, *, fault: str = "", status: int = 200) -> HttpResponse:
    return render(request, "legions/state.html", {"earlier": earlier, "fault": fault}, status=status)


def state_or_404(legion: Legion, number: int) -> LegionRevision:
    """Return a state of a legion by its number, which may be any that an address can hold. Raises Http404."""
    found = legion.state_at(number)
    if found is None:
        raise Http404("There is no such state.")
    return found
