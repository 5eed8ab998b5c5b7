"""A change that arrived after its session had expired: store it, and apply it after the next login if confirmed.

The response to a request without a session is the same whether the list exists or not. The change is applied only when
its owner, logged in again, confirms it in the builder.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput
from legions.accounts import pending_posts
from legions.accounts.holders import holder_of
from legions.builder import forms
from legions.builder.builder_page import PendingChange
from legions.cards.stock import stock_for
from legions.saved_lists.models import Legion
from legions.site.requests import HtmxRequest
from legions.throttling import throttled_response

CONFIRM_FIELD = "waiting"
"""The field of a form that applies the stored change."""


def store_change(request: HtmxRequest) -> HttpResponse | None:
    """Store data posted without a session and return a response that leads to the login; return None with a session."""
    if holder_of(request):
        return None
    if waits := throttled_response(request, "kept-changes"):
        return waits
    stored = not request.FILES and pending_posts.store_post(request, request.path)
    address = f"{reverse('account_login')}?{urlencode({'next': request.path})}"
    if request.htmx:
        words = _("You were logged out. Your last change is saved: log in to continue.")
        messages.warning(request, words if stored else _("You were logged out. Log in, and go on."))
        return HttpResponse(status=404, headers={"HX-Redirect": address})
    return render(request, "errors/session.html", {"login": address, "stored": stored}, status=404)


def pending_change(request: HtmxRequest, legion: Legion) -> PendingChange | None:
    """Return the change to a list that is stored in this session, or None."""
    post = pending_posts.pending_post(request, request.path)
    if post is None:
        return None
    fields = {name: str(value) for name, value in post.items()}
    return PendingChange(_change_sentence(fields, legion.document), {**fields, CONFIRM_FIELD: "1"})


def discard_change(request: HtmxRequest) -> None:
    """Remove the stored change from the session."""
    pending_posts.discard_post(request, request.path)


def _change_sentence(fields: Mapping[str, str], document: dict[str, Any]) -> str:
    """Return a sentence for a change; empty if it cannot be described, such as an undo."""
    try:
        change = forms.parse_change(fields.get("do", ""), fields, game=document["game"])
        change.apply(document)
        return change.words(document, stock_for(document).title)
    except InvalidInput:
        return ""
