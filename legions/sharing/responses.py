"""Responses that every page under a share key gives."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache

from legions.sharing import ended_links
from legions.throttling import throttled_response


def noindex(response: HttpResponse) -> HttpResponse:
    """Keep a page out of search engines, and its address out of what other sites are told.

    Not `no-referrer`: browsers then send the page's own form without an origin, and it is refused as forged.
    """
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


@never_cache
def unknown_share_key(request: HttpRequest, key: str) -> HttpResponse:
    """Respond to a key that leads nowhere: kindly where it was ended, else whoever tries many has to wait."""
    if ended_links.was_link_ended(key):
        return noindex(render(request, "sharing/ended_link.html", status=410))
    waiting = throttled_response(request, "wrong-share-keys")
    return noindex(waiting or render(request, "sharing/no_such_link.html", status=404))


def with_etag(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    """Return a response under an entity tag, or 304 where the client has what it is of."""
    response["ETag"] = f'"{etag}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
