"""What happens around every answer of the website."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers

from .views import errors

logger = logging.getLogger(__name__)


class DatabaseAway:
    """Answer 503 while the database does not answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn a database that is away into a 503."""
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("The database does not answer: %s", exception)
        return errors.unavailable(request)


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep what somebody sees while logged in, and every page about an account, out of every cache."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response and (_logged_in(request) or request.path.startswith("/account/")):
            add_never_cache_headers(response)
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware


def _logged_in(request: HttpRequest) -> bool:
    """Return whether the answer was made for somebody known, without asking the database a second time."""
    session = getattr(request, "session", None)
    return bool(session is not None and session.accessed and session.get("_auth_user_id"))
