"""Exports of a list: a link that contains it, text, Markdown, and JSON."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.saved_lists.permissions import is_own
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.sharing.exports import ListExports
from legions.sharing.shared_list import SharedList
from legions.site import qr_codes
from legions.site.responses import noindex


@never_cache
@require_safe
@with_own_legion
def own_exports(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show the exports of a list of the user."""
    return _show(request, SharedList(legion, own=True), f"/legions/{legion.pk}/")


@never_cache
@require_safe
@with_shared_legion
def shared_exports(request: HttpRequest, legion: Legion) -> HttpResponse:
    """Show the exports of a shared list."""
    return noindex(
        _show(request, SharedList(legion, own=is_own(holder_of(request), legion)), f"/s/{legion.share_key}/")
    )


def _show(request: HttpRequest, page: SharedList, back: str) -> HttpResponse:
    shared = reverse("shared", args=[page.legion.share_key]) if page.legion.share_key else ""
    copies = ListExports(page.document, page.verdict, request.build_absolute_uri("/").rstrip("/"), shared)
    code = qr_codes.qr_svg(request.build_absolute_uri(copies.link)) if copies.link else ""
    return render(request, "sharing/exports.html", {"shared": page, "copies": copies, "back": back, "code": code})
