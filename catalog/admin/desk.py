"""The first page of the admin: what waits for whom, above what there is."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from . import drafts

_index = admin.site.index


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show Django's own first page with the drafts that wait for who looks at it."""
    return _index(request, {**(extra_context or {}), "waiting": partial(drafts.desk, request.user)})
