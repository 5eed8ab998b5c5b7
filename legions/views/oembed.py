"""oEmbed (oembed.com): a page that gets the link of a shared legion asks here what to show in its place."""

from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import Resolver404, resolve
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from legions.languages import in_this_language
from legions.models import Legion
from legions.presenting.shared import Shared
from rulesapi import problems

from .sharing import unlisted
from .throttling import throttled

WIDTH, HEIGHT = 480, 360
LEAST_WIDTH, LEAST_HEIGHT = 240, 160
LONGEST = 2_000


@never_cache
@require_safe
def oembed(request: HttpRequest) -> HttpResponse:
    """Say how the legion under `url` is embedded, as JSON, no larger than `maxwidth` and `maxheight`.

    404 for an address under which nothing is shared, 501 for another `format`, as the specification has it.
    """
    if request.GET.get("format", "json") != "json":
        return unlisted(HttpResponse(status=501))
    key = _key(request, request.GET.get("url", ""))
    legion = Legion.objects.under(key) if key else None
    if legion is None:
        waiting = throttled(request, "wrong-share-keys")
        return unlisted(waiting or problems.respond("not-found", detail="Nothing is shared under this address."))
    return unlisted(JsonResponse(_document(request, Shared(legion, own=False))))


def _key(request: HttpRequest, url: str) -> str:
    """Return the share key in the address of a page of ours, empty for every other address."""
    if len(url) > LONGEST:
        return ""
    try:
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or parts.netloc != request.get_host():
            return ""
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        return ""
    return found.kwargs["key"] if found.url_name == "shared" else ""


def _document(request: HttpRequest, shared: Shared) -> dict[str, Any]:
    width = _at_most(request.GET.get("maxwidth", ""), WIDTH, LEAST_WIDTH)
    height = _at_most(request.GET.get("maxheight", ""), HEIGHT, LEAST_HEIGHT)
    address = f"/s/{shared.legion.share_key}/"
    frame = format_html(
        '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
        request.build_absolute_uri(f"{address}embed/"),
        shared.name,
        width,
        height,
    )
    said = {
        "version": "1.0",
        "type": "rich",
        "title": shared.name,
        "provider_name": "Muster",
        "provider_url": request.build_absolute_uri("/"),
        "cache_age": 300,
        "html": frame,
        "width": width,
        "height": height,
        "thumbnail_url": request.build_absolute_uri(in_this_language(f"{address}picture.png")),
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    if shared.by:
        said["author_name"] = shared.by
    if shared.by_address:
        said["author_url"] = request.build_absolute_uri(shared.by_address)
    return said


def _at_most(given: str, usual: int, least: int) -> int:
    """Return the usual measure or the smaller one that is asked for; never less than can be read."""
    if not (given.isascii() and given.isdigit() and len(given) <= 9):
        return usual
    return max(least, min(usual, int(given)))
