"""Importing a legion: what was sent is shown as it was understood, and kept when somebody says so."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog import canonical, guard, images
from catalog.faults import Fault, Malformed
from legions import importing, services
from legions.accounts.people import holder_to_be
from legions.cards import reading
from legions.presenting.imported import Imported
from legions.services import Refused

from .throttling import throttled


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest) -> HttpResponse:
    """Ask for a legion in any form, or tell how the one that was sent is understood."""
    if request.method != "POST":
        return _show(request)
    words, file = request.POST.get("text", ""), request.FILES.get("file")
    raw = file.read(importing.LARGEST + 1) if file else words.encode("utf-8", "surrogatepass")
    if images.kind_of(raw) in images.TAKEN:
        waiting = throttled(request, "photos")
        if waiting:
            return waiting
    try:
        sent = importing.take(raw, request.POST.get("game", ""))
        taken = Imported(sent.document, sent)
        taken.verdict.outcome  # noqa: B018 - what cannot be judged is refused here
    except Malformed as error:
        return _show(request, faults=error.faults, status=error.status)
    return _show(request, taken=taken, document=canonical.wire(sent.document))


@never_cache
@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep a legion as it was understood and open it."""
    try:
        document = guard.loads(request.POST.get("document", "").encode("utf-8", "surrogatepass"))
        kept = services.create(holder=holder_to_be(request), document=document, what=_("Imported."))
    except Malformed as error:
        return _show(request, faults=error.faults, status=error.status)
    except Refused as error:
        faults = (Fault("", "refused", str(error)),)
        return _show(request, faults=faults, status=409, text=request.POST.get("document", ""))
    messages.success(request, _("Imported, and kept with your legions."))
    return redirect("legion", kept.pk)


def _show(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    """Ask for a list, of the game that the address or the form names."""
    game = request.POST.get("game", request.GET.get("game", ""))
    context = {"games": reading.games(), "asked": game, "text": request.POST.get("text", ""), **context}
    return render(request, "legions/import.html", context, status=status)
