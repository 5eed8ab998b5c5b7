"""A legion to take along: as a link that holds it, as text, as Markdown and as JSON."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions import qr
from legions.accounts.people import holder_of
from legions.models import Legion
from legions.presenting.copies import Copies
from legions.presenting.shared import Shared

from .legions import held_or_404, thrown_away
from .sharing import is_own, unlisted, wrong_key


@never_cache
@require_safe
def own(request: HttpRequest, pk: Any) -> HttpResponse:
    """Show the copies of one of one's own legions."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    return _show(request, Shared(legion, own=True), f"/legions/{legion.pk}/")


@never_cache
@require_safe
def shared(request: HttpRequest, key: str) -> HttpResponse:
    """Show the copies of a legion that is shared."""
    legion = Legion.objects.under(key)
    if legion is None:
        return wrong_key(request, key)
    return unlisted(_show(request, Shared(legion, own=is_own(holder_of(request), legion)), f"/s/{key}/"))


def _show(request: HttpRequest, page: Shared, back: str) -> HttpResponse:
    copies = Copies(page.document, page.verdict.release)
    code = qr.drawn(request.build_absolute_uri(copies.link)) if copies.link else ""
    return render(request, "legions/copies.html", {"shared": page, "copies": copies, "back": back, "code": code})
