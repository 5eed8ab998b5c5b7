"""Cross-origin requests: a view with `any_origin` may be read by scripts of every origin, never with credentials."""

from collections.abc import Callable
from typing import Any, TypeVar

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from catalog.api_base.trailing_slash import add_slash

API_ROOT = "/api/"
SomeView = TypeVar("SomeView", bound=Callable[..., Any])


def for_any_origin(view: SomeView) -> SomeView:
    """Let scripts of every origin read the responses of a function that is a view."""
    vars(view)["any_origin"] = True
    return view


class ViewCorsMiddleware(CorsMiddleware):
    """django-cors-headers, which asks the view and no pattern of addresses."""

    def check_preflight(self, request: HttpRequest) -> HttpResponseBase | None:
        """Respond to a preflight request; for others the view is known when their headers are added.

        A browser that asks whether it may ask has asked for nothing yet: no view of the API sees it, so that it counts
        against no rate limit, also where the response is that it may not.
        """
        if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
            return None
        if request.path_info.startswith(API_ROOT):
            return HttpResponse(headers={"Content-Length": "0"})
        return super().check_preflight(request)

    def is_enabled(self, request: HttpRequest) -> bool:
        """Return whether the response may be read from any origin."""
        match = request.resolver_match
        return allows_any_origin(request.path_info, match.func if match else None)


def allows_any_origin(path: str, view: Callable[..., Any] | None = None) -> bool:
    """Return whether the view at an address may be read from any origin.

    An address without its slash is as open as the one that it redirects to. One of the API that has no view is open,
    so that programs can read that there is nothing.
    """
    view = view or _view_at(path)
    if view is add_slash:
        view = _view_at(f"{path}/")
    if view is None:
        return path.startswith(API_ROOT)
    return is_for_any_origin(view)


def is_for_any_origin(view: Callable[..., Any]) -> bool:
    """Return whether a view holds nothing of an account: every origin may read it, and asks without credentials."""
    return getattr(getattr(view, "view_class", view), "any_origin", False)


def _view_at(path: str) -> Callable[..., Any] | None:
    try:
        return resolve(path).func
    except Resolver404:
        return None
