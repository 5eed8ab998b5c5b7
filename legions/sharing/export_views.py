"""A legion to take along: as a link that holds it, as text, as Markdown and as JSON."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.accounts.holders import holder_of
from legions.permissions import is_own
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import redirect_to_trash
from legions.sharing.exports import ListExports
from legions.sharing.responses import noindex, unknown_share_key
from legions.sharing.shared_list import SharedList
from legions.site import qr_codes


@never_cache
@require_safe
def own_exports(request: HttpRequest, pk: Any) -> HttpResponse:
    """Show the copies of one of one's own legions."""
    legion = own_legion_or_404(request, pk)
    if legion.deleted_at:
        return redirect_to_trash(request, legion)
    return _show(request, SharedList(legion, own=True), f"/legions/{legion.pk}/")


@never_cache
@require_safe
def shared_exports(request: HttpRequest, key: str) -> HttpResponse:
    """Show the copies of a legion that is shared."""
    legion = Legion.objects.under(key)
    if legion is None:
        return unknown_share_key(request, key)
    return noindex(_show(request, SharedList(legion, own=is_own(holder_of(request), legion)), f"/s/{key}/"))


def _show(request: HttpRequest, page: SharedList, back: str) -> HttpResponse:
    copies = ListExports(page.document, page.verdict.release)
    code = qr_codes.qr_svg(request.build_absolute_uri(copies.link)) if copies.link else ""
    return render(request, "sharing/exports.html", {"shared": page, "copies": copies, "back": back, "code": code})
