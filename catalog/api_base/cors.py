"""Cross-origin requests: a view with `any_origin` may be read by scripts of every origin, never with credentials."""

from collections.abc import Callable
from typing import Any

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from .trailing_slash import add_slash

API_ROOT = "/api/v1/"


class ViewCorsMiddleware(CorsMiddleware):
    """django-cors-headers, which asks the view and no pattern of addresses."""

    def check_preflight(self, request: HttpRequest) -> HttpResponseBase | None:
        """Respond to a preflight request; for others the view is known when their headers are added."""
        return super().check_preflight(request) if request.method == "OPTIONS" else None

    def is_enabled(self, request: HttpRequest) -> bool:
        """Return whether the response may be read from any origin."""
        match = request.resolver_match
        return allows_any_origin(request.path_info, match.func if match else None)


def allows_any_origin(path: str, view: Callable[..., Any] | None = None) -> bool:
    """Return whether the view at an address may be read from any origin.

    An address without its slash is as open as the one that it redirects to. One of the API that has no view is as open
    as its collection, so that programs can read why there is nothing.
    """
    view = view or _view_at(path)
    if view is add_slash:
        view = _view_at(f"{path}/")
    if view is None and path.startswith(API_ROOT):
        collection = path.removeprefix(API_ROOT).partition("/")[0]
        view = _view_at(f"{API_ROOT}{collection}/")
    return getattr(getattr(view, "view_class", None), "any_origin", False)


def _view_at(path: str) -> Callable[..., Any] | None:
    try:
        return resolve(path).func
    except Resolver404:
        return None
