"""oEmbed (oembed.com): the embedded form of a shared list for sites that have its link."""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.api_base import problems
from catalog.api_base.cors import for_any_origin
from legions.saved_lists.models import Legion
from legions.sharing.shared_list import SharedList
from legions.site.languages import localized_url
from legions.site.responses import noindex
from legions.throttling import throttled_response

WIDTH, HEIGHT = 480, 360
MIN_WIDTH, MIN_HEIGHT = 240, 160
MAX_URL_LENGTH = 2_000


@for_any_origin
@never_cache
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Return the embedded form of the list at `url` as JSON, no larger than `maxwidth` and `maxheight`.

    The status is 404 if nothing is shared at the address and 501 for another `format`, as the specification says.
    """
    if request.GET.get("format", "json") != "json":
        return noindex(HttpResponse(status=501))
    key = _key(request, request.GET.get("url", ""))
    legion = Legion.objects.by_share_key(key) if key else None
    if legion is None:
        waiting = throttled_response(request, "wrong-share-keys")
        return noindex(
            waiting or problems.problem_response("not-found", detail="Nothing is shared under this address.")
        )
    return noindex(JsonResponse(_document(request, SharedList(legion, own=False))))


def _key(request: HttpRequest, url: str) -> str:
    """Return the share key in an address of this site, or an empty string for another address."""
    if len(url) > MAX_URL_LENGTH:
        return ""
    try:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or parts.netloc != request.get_host():
            return ""
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        return ""
    return found.kwargs["key"] if found.url_name == "shared" else ""


def _document(request: HttpRequest, shared: SharedList) -> dict[str, Any]:
    width = _at_most(request.GET.get("maxwidth", ""), WIDTH, MIN_WIDTH)
    height = _at_most(request.GET.get("maxheight", ""), HEIGHT, MIN_HEIGHT)
    address = f"/s/{shared.legion.share_key}/"
    frame = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
        request.build_absolute_uri(f"{address}embed/"),
        shared.name,
        width,
        height,
    )
    document = {
        "version": "1.0",
        "type": "rich",
        "title": shared.name,
        "provider_name": "Muster",
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": 300,
        "html": frame,
        "width": width,
        "height": height,
        "thumbnail_url": request.build_absolute_uri(localized_url(f"{address}picture.png")),
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    if shared.by:
        document["author_name"] = shared.by
    if shared.by_address:
        document["author_url"] = request.build_absolute_uri(shared.by_address)
    return document


def _at_most(text: str, usual: int, least: int) -> int:
    """Return the default size or a smaller requested one, but at least the readable minimum."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return usual
    return max(least, min(usual, int(text)))
