"""Responses that every page under a share key gives."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from catalog.documents.errors import InvalidInput
from legions.saved_lists.models import Legion
from legions.sharing import ended_links
from legions.sharing.pasted_addresses import UnknownSharedList, keys_before_marks
from legions.site.responses import noindex
from legions.throttling import throttled_response


@never_cache
def unknown_share_key(request: HttpRequest, key: str) -> HttpResponse:
    """Respond to a key that leads nowhere.

    Marks that a chat left behind the key are taken off, an ended link says so, and whoever tries many has to wait.
    """
    if request.method in ("GET", "HEAD") and (mended := redirect_to_key(key)):
        return noindex(mended)
    if ended_links.was_link_ended(key):
        return noindex(render(request, "sharing/ended_link.html", status=410))
    waiting = throttled_response(request, "wrong-share-keys")
    return noindex(waiting or render(request, "sharing/no_such_link.html", status=404))


def throttled_unknown_key(request: HttpRequest, error: InvalidInput) -> HttpResponse | None:
    """Count a pasted address under which nothing is shared as a visit to it; return the response to who has to wait."""
    if not isinstance(error, UnknownSharedList) or error.ended:
        return None
    return throttled_response(request, "wrong-share-keys")


def redirect_to_key(path: str) -> HttpResponse | None:
    """Return a redirect to the page of a shared list for an address with marks of a text behind its key, else None."""
    keys = keys_before_marks(path)
    key = next((key for key in keys if Legion.objects.by_share_key(key)), None)
    return redirect("shared", key) if key else None
