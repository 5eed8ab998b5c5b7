"""Sharing a legion: a link that cannot be guessed and can be ended, and the page it leads to."""

import re
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from legions import services
from legions.accounts.people import holder_of, holder_to_be
from legions.models import Legion
from legions.presenting.shared import Shared

from . import errors
from .legions import as_file, held_or_404, keep_copy, thrown_away

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_WRONG_KEYS = 20
WRONG_KEYS_FOR = 10 * 60
"""How many wrong keys an address may try within so many seconds before it has to wait."""


@never_cache
@require_POST
def share(request: HttpRequest, pk: Any) -> HttpResponse:
    """Make a link for others (`do=share`), a new one in its place (`rotate`), or end it (`revoke`)."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    do = request.POST.get("do", "")
    if do == "share":
        services.share(legion=legion)
    elif do == "rotate":
        services.rotate(legion=legion)
    elif do == "revoke":
        services.revoke(legion=legion)
    else:
        return errors.bad_request(request)
    if request.htmx:
        return render(request, "legions/_share.html", {"legion": legion})
    return redirect(f"/legions/{legion.pk}/?share=1#share")


@never_cache
@require_safe
def shared(request: HttpRequest, key: str) -> HttpResponse:
    """Show a shared legion to whoever has its link: to be read, never to be changed."""
    legion = _shared_or_none(key)
    if legion is None:
        return _wrong_key(request)
    page = Shared(legion, own=_is_own(request, legion))
    return _unlisted(render(request, "legions/shared.html", {"shared": page}))


@never_cache
@require_safe
def shared_document(request: HttpRequest, key: str) -> HttpResponse:
    """Give a shared legion's document as a file."""
    legion = _shared_or_none(key)
    return _wrong_key(request) if legion is None else _unlisted(as_file(legion.document))


@never_cache
@require_POST
def copy_shared(request: HttpRequest, key: str) -> HttpResponse:
    """Keep a copy of a shared legion and open it."""
    legion = _shared_or_none(key)
    if legion is None:
        return _wrong_key(request)
    return keep_copy(request, legion.document, holder_to_be(request))


def _shared_or_none(key: str) -> Legion | None:
    if not KEY.fullmatch(key):  # nor does every database take whatever stands in an address
        return None
    return Legion.objects.shared().select_related("owner__profile").filter(share_key=key).first()


def _is_own(request: HttpRequest, legion: Legion) -> bool:
    holder = holder_of(request)
    return (holder.user is not None and legion.owner_id == holder.user.pk) or (
        holder.guest_key is not None and legion.guest_key == holder.guest_key
    )


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Keep a page out of search engines, and its address out of what other sites are told.

    Not `no-referrer`: browsers then send the page's own form without an origin, and it is refused as forged.
    """
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def _wrong_key(request: HttpRequest) -> HttpResponse:
    """Answer a key that leads nowhere, ended or never given; whoever tries many has to wait."""
    counter = f"wrong-share-keys:{request.META.get('REMOTE_ADDR', '')}"
    cache.add(counter, 0, WRONG_KEYS_FOR)
    try:
        tries = cache.incr(counter)
    except ValueError:  # it ran out just now
        tries = 1
    if tries > MOST_WRONG_KEYS:
        response = errors.too_many(request)
        response["Retry-After"] = str(WRONG_KEYS_FOR)
        return _unlisted(response)
    return _unlisted(render(request, "legions/no_such_link.html", status=404))
