"""What happens around every response of the website."""

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

from catalog import audit
from catalog.api_base.throttling import RateLimitExceeded
from catalog.background.child_processes import NoCapacity
from catalog.permissions import current_user
from catalog.publishing import Busy
from legions import permissions
from legions.accounts import second_factor, session_activity
from legions.site import error_views
from legions.site.errors import ActionRefused


class DatabaseUnavailable:
    """Respond with 503 while the database does not answer, has no time for one more who writes, or wants mending."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Respond with 503 while a database is away or busy, and what no view handles with a page that says why."""
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
    """Django's messages, whose stores are made when somebody asks for them: no response of the API does."""

    def process_request(self, request: HttpRequest) -> None:
        """Have the store made by the first code that reads it."""
        store = SimpleLazyObject(lambda: self._made(request))
        request._messages = store  # type: ignore[attr-defined]  # where Django's messages look for it

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Keep what was said or shown, where anything was."""
        return super().process_response(request, response) if hasattr(request, "messages_asked") else response

    def _made(self, request: HttpRequest) -> BaseStorage:
        request.messages_asked = True  # type: ignore[attr-defined]  # read by this middleware alone
        return default_storage(request)


def no_shared_caching(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep what was made for somebody in particular, and every page about an account, out of every cache."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response and (_personal(request) or request.path.startswith("/account/")):
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware


def record_session_activity(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Note that a session is in use, when the response was made with it in view."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 500 and _personal(request):
            session_activity.record_request(request)
        return response

    return middleware


def audit_admin_refusals(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Note in the audit log who is refused in the admin, once a minute each: more would fill it and tell no more."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        refused = response.status_code == 403 and match is not None and match.app_name == "admin"
        if refused and request.user.is_authenticated and cache.add(f"refusal-noted:{request.user.pk}", 1, 60):
            audit.log_action("refused", by=request.user, of=f"{request.method} {request.path}")
        return response

    return middleware


class RequireSecondFactor:
    """Keep curators and admins out of the admin until they have logged in with a second step."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Lead who has no second step to where one is set up, and who has one to where it is taken."""
        match = request.resolver_match
        if match is None or match.app_name != "admin" or not permissions.has_to_verify(request):
            return None
        if second_factor.is_configured(current_user(request)):
            return second_factor.redirect_to_second_factor(request)
        messages.warning(request, gettext("Curators log in with a second step. Set one up, then go on."))
        return redirect("mfa_index")


def _personal(request: HttpRequest) -> bool:
    """Return whether a response was made with a session, somebody's or a guest's, in view. Asks no database."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and not session.is_empty()
