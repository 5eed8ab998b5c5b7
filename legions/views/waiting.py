"""A change that came after the session had run out: kept in the visit that follows, and gone on with after a log-in.

Who asks without any session is told the same whether there is such a legion or not. What was sent is kept with the
visit alone, and is done only when its owner, logged in again, says so at the table.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.faults import Malformed
from legions.accounts.people import holder_of
from legions.building import forms
from legions.cards.stock import stock_for
from legions.models import Legion
from legions.presenting.bench import Waiting
from rulesapi.limits import charge

from .throttling import throttled

KEPT = "waiting"
"""Where it stands in the session, and the field of a form that does it."""

MOST_LETTERS = 40_000


def keep(request: HttpRequest) -> HttpResponse | None:
    """Keep what somebody without a session sent, and answer with the way to log in; None to who has a session."""
    if holder_of(request):
        return None
    if waits := throttled(request, "kept-changes"):
        return waits
    fields = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    said = sum(len(name) + len(value) for name, value in fields.items()) <= MOST_LETTERS and not request.FILES
    if said:
        charge(sum(len(name) + len(value) for name, value in fields.items()), guest=True)
        request.session[KEPT] = {"path": request.path, "fields": fields}
    address = f"{reverse('account_login')}?{urlencode({'next': request.path})}"
    if request.htmx:
        words = _("You were logged out. What you did last is kept: log in, and go on with it.")
        messages.warning(request, words if said else _("You were logged out. Log in, and go on."))
        return HttpResponse(status=404, headers={"HX-Redirect": address})
    return render(request, "errors/session.html", {"login": address, "kept": said}, status=404)


def found(request: HttpRequest, legion: Legion) -> Waiting | None:
    """Return the change to a legion that waits in this visit, if one does."""
    kept = request.session.get(KEPT) if request.session.keys() else None
    if not kept or kept["path"] != request.path:
        return None
    return Waiting(_words(kept["fields"], legion.document), {**kept["fields"], KEPT: "1"})


def forget(request: HttpRequest) -> None:
    """Forget what waits, because it is done now, or is not wanted any more."""
    request.session.pop(KEPT, None)


def _words(fields: Mapping[str, str], document: dict[str, Any]) -> str:
    """Return what a change would do to a legion; empty for one that cannot be said, an undo for example."""
    try:
        change = forms.read_change(fields.get("do", ""), fields, {}, game=document["game"])
        change.apply(document)
        return change.words(document, stock_for(document).title)
    except Malformed:
        return ""
