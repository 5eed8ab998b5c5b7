"""Where to start: the addresses of the API, as a small document."""

import re
from collections.abc import Iterable

from django.http import HttpResponse
from django.urls import URLPattern, reverse
from rest_framework.request import Request

from .. import chapters, snapshots
from ..kept import Answer, mark
from ..renderers import dumps
from .base import LIVE, Endpoint, send

ROOT = "/api/v1/"


def template(pattern: URLPattern) -> str:
    """Return the address of a pattern as a template (RFC 6570), for example `/api/v1/cards/{game}/{slug}/`."""
    return ROOT + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))


class Index(Endpoint):
    """The addresses of the API by name, and the newest release. What stands in braces is to be filled in."""

    parameters = ()
    patterns: Iterable[URLPattern] = ()

    def get(self, request: Request) -> HttpResponse:
        """Answer with the addresses."""
        release = snapshots.newest().release
        body = dumps(
            {
                "release": release,
                "addresses": {one.name.removeprefix("api-"): template(one) for one in self._every() if one.name},
                "docs": reverse("api-docs"),
                "problems": reverse("problems"),
            }
        )
        return send(request, Answer(body, mark(body)), {"Cache-Control": LIVE, "Muster-Release": str(release)})

    def _every(self) -> Iterable[URLPattern]:
        yield from self.patterns
        for chapter in chapters.every():
            yield from chapter.patterns
