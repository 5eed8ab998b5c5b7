"""What happens around every answer of the website."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from catalog.publishing import Busy

from .views import errors

logger = logging.getLogger(__name__)


class DatabaseAway:
    """Answer 503 while the database does not answer, or has no time for one more who writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn a database that is away or busy into a 503."""
        if isinstance(exception, Busy):
            return errors.busy(request)
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        logger.error("The database does not answer: %s", exception)
        return errors.unavailable(request)


def private_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep what was made for somebody in particular, and every page about an account, out of every cache."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "Cache-Control" not in response and (_personal(request) or request.path.startswith("/account/")):
            response["Cache-Control"] = "no-store, private"
        return response

    return middleware


def _personal(request: HttpRequest) -> bool:
    """Return whether an answer was made with a session, somebody's or a guest's, in view. Asks no database."""
    session = getattr(request, "session", None)
    return session is not None and session.accessed and not session.is_empty()
