"""Cross-origin requests: scripts of every origin may read a view with `any_origin`, without credentials."""

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
    """Allow scripts of every origin to read the responses of a function view."""
    vars(view)["any_origin"] = True
    return view


class ViewCorsMiddleware(CorsMiddleware):
    """The middleware of django-cors-headers, with a decision by view instead of by address pattern."""

    def check_preflight(self, request: HttpRequest) -> HttpResponseBase | None:
        """Answer a preflight request. For all other requests, the headers are added after the view is known.

        A preflight request to the API reaches no view, so it counts against no rate limit, even if cross-origin access
        is denied.
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

    An address without its slash is as open as its redirect target. An API address without a view is open, so that
    programs can read the 404.
    """
    view = view or _view_at(path)
    if view is add_slash:
        view = _view_at(f"{path}/")
    if view is None:
        return path.startswith(API_ROOT)
    return is_for_any_origin(view)


def is_for_any_origin(view: Callable[..., Any]) -> bool:
    """Return whether a view contains nothing of an account, so that every origin may read it without credentials."""
    return getattr(getattr(view, "view_class", view), "any_origin", False)


def _view_at(path: str) -> Callable[..., Any] | None:
    try:
        return resolve(path).func
    except Resolver404:
        return None
