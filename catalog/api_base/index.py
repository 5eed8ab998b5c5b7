"""Where to start: the addresses of the API, as a small document."""

import re
from collections.abc import Iterable

from django.http import HttpResponse
from django.urls import URLPattern, reverse
from rest_framework.request import Request

from ..publishing import snapshots
from . import schema_extensions
from .renderers import dumps
from .response_cache import CachedResponse, digest_etag
from .views import CACHE_NEWEST, BaseAPIView, conditional_response

ROOT = "/api/v1/"


def uri_template(pattern: URLPattern) -> str:
    """Return the address of a pattern as a template (RFC 6570), for example `/api/v1/cards/{game}/{slug}/`."""
    return ROOT + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))


class IndexView(BaseAPIView):
    """The addresses of the API by name, and the newest release. What stands in braces is to be filled in."""

    parameters = ()
    patterns: Iterable[URLPattern] = ()

    def get(self, request: Request) -> HttpResponse:
        """Answer with the addresses."""
        release = snapshots.newest().release
        body = dumps(
            {
                "release": release,
                "addresses": {one.name.removeprefix("api-"): uri_template(one) for one in self._every() if one.name},
                "docs": reverse("api-docs"),
                "problems": reverse("problems"),
            }
        )
        return conditional_response(
            request,
            CachedResponse(body, digest_etag(body)),
            {"Cache-Control": CACHE_NEWEST, "Muster-Release": str(release)},
        )

    def _every(self) -> Iterable[URLPattern]:
        yield from self.patterns
        for chapter in schema_extensions.extensions():
            yield from chapter.patterns
