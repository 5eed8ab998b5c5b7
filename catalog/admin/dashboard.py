"""The index page of the admin: open tasks of the user, above the list of models."""

from functools import partial
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from catalog.admin import changesets, contributions, drafts, upcoming_releases

_index = admin.site.index


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show Django's index page with the tasks that wait for the user."""
    return _index(request, {**(extra_context or {}), "waiting": partial(waiting_items, request.user)})


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the tasks that wait for a user, as pairs of text and address; empty tasks are left out."""
    waiting = (upcoming_releases, changesets, drafts, contributions)
    return [item for module in waiting for item in module.waiting_items(user)]
