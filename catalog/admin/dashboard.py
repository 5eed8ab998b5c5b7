"""The first page of the admin: what waits for whom, above what there is."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from catalog.admin import contributions, drafts, upcoming_releases

_index = admin.site.index


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show Django's own first page with what waits for who looks at it."""
    return _index(request, {**(extra_context or {}), "waiting": partial(waiting_items, request.user)})


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return what waits for a person: words, and where it is; nothing that is not there."""
    return [*upcoming_releases.waiting_items(user), *drafts.waiting_items(user), *contributions.waiting_items(user)]
