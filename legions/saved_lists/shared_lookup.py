"""Lookup of the shared list that a request is about."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, TypeVar

from django.http import HttpRequest, HttpResponseBase

from legions.saved_lists.models import Legion
from legions.saved_lists.responses import unknown_share_key

R = TypeVar("R", bound=HttpRequest)
LegionView = Callable[Concatenate[R, Legion, ...], HttpResponseBase]


def with_shared_legion(view: LegionView[R]) -> Callable[..., HttpResponseBase]:
    """Return a view that gets the shared legion instead of its share key."""
    return _with_legion(view, public=False)


def with_public_legion(view: LegionView[R]) -> Callable[..., HttpResponseBase]:
    """Return a view that gets the public legion instead of its share key."""
    return _with_legion(view, public=True)


def _with_legion(view: LegionView[R], *, public: bool) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def wrapper(request: R, key: str, **kwargs: Any) -> HttpResponseBase:
        legion = Legion.objects.by_share_key(key)
        if legion is None or (public and not legion.public):
            return unknown_share_key(request, key)
        return view(request, legion, **kwargs)

    return wrapper
