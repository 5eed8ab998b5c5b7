"""Middleware of the website."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.messages.storage import default_storage
from django.contrib.messages.storage.base import BaseStorage
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django_htmx.http import HttpResponseClientRedirect

from catalog import audit
from catalog.api_base.throttling import RateLimitExceeded
from catalog.background.child_processes import NoCapacity
from catalog.permissions import current_user
from catalog.publishing import Busy
from legions import permissions
from legions.accounts import second_factor, session_activity
from legions.site import error_views
from legions.site.errors import ActionRefused
from legions.site.requests import HtmxRequest


class DatabaseUnavailable:
    """Middleware that responds with 503 while the database is unavailable, locked, or needs repair."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond to errors that no view handles: database failures, rate limits, refused actions, missing capacity."""
        if isinstance(exception, Busy):
            return error_views.busy(request)
        if isinstance(exception, RateLimitExceeded):
            return error_views.too_many_requests(request, exception)
        if isinstance(exception, ActionRefused):
            return error_views.conflict(request, exception)
        if isinstance(exception, NoCapacity):
            return error_views.too_many_jobs(request)
        return error_views.database_error(request, exception)


class LazyMessageMiddleware(MessageMiddleware):
    """Django's message middleware with a lazy message store: API responses do not create it."""

    def process_request(self, request: HttpRequest) -> None:
        """Add a store that is created when it is first read."""
        store = SimpleLazyObject(lambda: self._made(request))
        request._messages = store  # type: ignore[attr-defined]  # read by Django's messages

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the messages if the store was used."""
        return super().process_response(request, response) if hasattr(request, "message_store_used") else response

    def _made(self, request: HttpRequest) -> BaseStorage:
        request.message_store_used = True  # type: ignore[attr-defined]  # read by this middleware alone
        return default_storage(request)


def explain_refused_methods(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that gives empty 405 responses a page.

    Browsers open the address of a form after a reload, a log-in or a restored tab, and would show a blank page.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and not response.streaming and not response.content:
            return error_views.method_not_allowed(request, response)
        return response

    return middleware


def no_shared_caching(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that excludes personal responses, and all pages about an account, from every cache."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response and (_personal(request) or request.path.startswith("/account/")):
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware


def record_session_activity(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that records the use of a session if the response accessed it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 500 and _personal(request):
            session_activity.record_request(request)
        return response

    return middleware


def audit_admin_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that logs refused admin requests in the audit log, once a minute per user: more would only fill it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        refused = response.status_code == 403 and match is not None and match.app_name == "admin"
        if refused and request.user.is_authenticated and cache.add(f"refusal-noted:{request.user.pk}", 1, 60):
            audit.log_action("refused", by=request.user, of=f"{request.method} {request.path}")
        return response

    return middleware


def log_in_on_whole_page(get_response: Callable[[HtmxRequest], HttpResponse]) -> Callable[[HtmxRequest], HttpResponse]:
    """Middleware that has the browser open the pages of an account to which an htmx request is redirected.

    htmx would follow the redirect and put the whole page into the element that sent the request.
    """

    def middleware(request: HtmxRequest) -> HttpResponse:
        response = get_response(request)
        address = response.get("Location", "")
        if request.htmx and response.status_code in (301, 302, 303) and address.startswith("/account/"):
            whole = HttpResponseClientRedirect(address)
            whole.cookies = response.cookies
            return whole
        return response

    return middleware


class RequireSecondFactor:
    """Middleware that keeps curators and admins out of the admin until they log in with a second factor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Redirect users without a second factor to its setup, and users with one to its verification."""
        match = request.resolver_match
        if match is None or match.app_name != "admin" or not permissions.has_to_verify(request):
            return None
        if second_factor.is_configured(current_user(request)):
            return second_factor.redirect_to_second_factor(request)
        messages.warning(request, gettext("Curators log in with a second step. Set one up, then go on."))
        return redirect("mfa_index")


def _personal(request: HttpRequest) -> bool:
    """Return whether the response used the session of a user or guest. Does not query the database."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and not session.is_empty()
