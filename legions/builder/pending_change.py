"""A change that came after the session had run out: kept in the visit that follows, and gone on with after a log-in.

Who asks without any session is told the same whether there is such a legion or not. What was sent is kept with the
visit alone, and is done only when its owner, logged in again, says so at the table.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.api_base.throttling import charge_storage
from catalog.documents.errors import InvalidInput
from legions.accounts.holders import holder_of
from legions.builder import forms
from legions.builder.builder_page import PendingChange
from legions.cards.stock import stock_for
from legions.saved_lists.models import Legion
from legions.site.requests import HtmxRequest

from ..throttling import throttled_response

SESSION_KEY = "waiting"
"""Where it stands in the session, and the field of a form that does it."""

MAX_STORED_LENGTH = 40_000


def store_change(request: HtmxRequest) -> HttpResponse | None:
    """Keep what somebody without a session sent, and answer with the way to log in; None to who has a session."""
    if holder_of(request):
        return None
    if waits := throttled_response(request, "kept-changes"):
        return waits
    fields = {name: value for name, value in request.POST.items() if name != "csrfmiddlewaretoken"}
    said = sum(len(name) + len(value) for name, value in fields.items()) <= MAX_STORED_LENGTH and not request.FILES
    if said:
        charge_storage(sum(len(name) + len(value) for name, value in fields.items()), guest=True)
        request.session[SESSION_KEY] = {"path": request.path, "fields": fields}
    address = f"{reverse('account_login')}?{urlencode({'next': request.path})}"
    if request.htmx:
        words = _("You were logged out. What you did last is kept: log in, and go on with it.")
        messages.warning(request, words if said else _("You were logged out. Log in, and go on."))
        return HttpResponse(status=404, headers={"HX-Redirect": address})
    return render(request, "errors/session.html", {"login": address, "kept": said}, status=404)


def pending_change(request: HtmxRequest, legion: Legion) -> PendingChange | None:
    """Return the change to a legion that waits in this visit, if one does."""
    kept = request.session.get(SESSION_KEY) if request.session.keys() else None
    if not kept or kept["path"] != request.path:
        return None
    return PendingChange(_words(kept["fields"], legion.document), {**kept["fields"], SESSION_KEY: "1"})


def discard_change(request: HtmxRequest) -> None:
    """Forget what waits, because it is done now, or is not wanted any more."""
    request.session.pop(SESSION_KEY, None)


def _words(fields: Mapping[str, str], document: dict[str, Any]) -> str:
    """Return what a change would do to a legion; empty for one that cannot be said, an undo for example."""
    try:
        change = forms.parse_change(fields.get("do", ""), fields, {}, game=document["game"])
        change.apply(document)
        return change.words(document, stock_for(document).title)
    except InvalidInput:
        return ""
