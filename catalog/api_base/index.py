"""The index of the API: its addresses as a small document."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.urls import URLPattern, get_resolver, reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import snapshots
from catalog.api_base.openapi.operations import component
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import CACHE_NEWEST, BaseAPIView, conditional_response

ROOT, OWN = "/api/v1/", "api-index"


@cache
def addresses() -> dict[str, str]:
    """Return the address templates of the API (RFC 6570) such as `/api/v1/cards/{game}/{slug}/`, keyed by name."""
    return dict(_addresses(get_resolver().url_patterns, "/"))


def _addresses(patterns: list[Any], prefix: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if not isinstance(pattern, URLPattern):
            yield from _addresses(pattern.url_patterns, route)
        elif pattern.name and pattern.name != OWN and route.startswith(ROOT):
            yield pattern.name.removeprefix("api-"), re.sub(r"<\w+:(\w+)>", r"{\1}", route)


class IndexView(BaseAPIView):
    """The addresses of the API by name, and the newest release. Replace the names in braces."""

    parameters = ()
    response_headers = ("ETag", "Muster-Release")
    any_origin = True

    @extend_schema(
        operation_id="getIndex",
        summary="List the addresses",
        tags=["Catalog"],
        responses={200: component("Index")},
    )
    def get(self, request: Request) -> Response:
        release = snapshots.newest().release
        body = dumps(
            {
                "release": release,
                "addresses": addresses(),
                "docs": reverse("api-docs"),
                "problems": reverse("problems"),
            }
        )
        return conditional_response(
            request,
            CachedResponse(body, digest_etag(body)),
            {"Cache-Control": CACHE_NEWEST, "Muster-Release": str(release)},
        )
