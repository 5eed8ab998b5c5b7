"""Pages for what went wrong. They read nothing from the database, so that they can say when it is away."""

import re
import sys
from math import ceil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from catalog.api_base import problems
from catalog.api_base.throttling import RateLimitExceeded
from catalog.database import errors as database_errors
from catalog.database.errors import Failure

# What the API calls the same things; it answers in words of its own.
PROBLEM_CODES = {400: "bad-request", 403: "forbidden", 404: "not-found", 500: "internal-error", 503: "unavailable"}
SECRET_FIELD = re.compile("password|recovery")
"""Names of fields that no page gives back."""
MAX_FORM_LENGTH = 300_000
"""Letters of a form that a page gives back: more than the largest list, in which JSON is escaped."""


TROUBLE_TEMPLATES = {Failure.AWAY: "errors/503.html", Failure.BUSY: "errors/locked.html"}
"""The pages of troubles that pass by themselves."""
RETRY_AFTER = {Failure.AWAY: "30", Failure.BUSY: str(problems.RETRY_AFTER)}


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 400."""
    return _page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 403."""
    return _page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond with 403 for a form that was not sent from one of our pages, or from one that is too old."""
    return _page(request, 403, template="errors/csrf.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 404."""
    return _page(request, 404)


def too_many_requests(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 429, with what was typed in a form that can be sent once more.

    The exception is a `RateLimitExceeded`, which knows how long to wait, or nothing: django-allauth asks like that.
    """
    refused = exception if isinstance(exception, RateLimitExceeded) else None
    context = {
        "seconds": refused and refused.allowance.seconds,
        "minutes": refused and ceil(refused.allowance.seconds / 60),
        "guest": refused and refused.allowance.policy.name.startswith("guest"),
        "fields": _typed(request),
    }
    response = _page(request, 429, context)
    for name, value in refused.headers().items() if refused else ():
        response[name] = value
    return response


def conflict(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 409: something cannot be done, for the reason that the exception says, with what was typed."""
    return _page(request, 409, {"why": str(exception), "fields": _typed(request)})


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500; 503 where it was the database that failed, outside of a view: as a session was read."""
    return database_error(request, sys.exc_info()[1]) or _page(request, 500)


def database_error(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Respond with 503 for an error of the database, and write it into the log; None for what is none.

    Nobody is told to try again where that changes nothing.
    """
    if problems.is_api_request(request):
        return problems.database_response(error)
    trouble = database_errors.classify(error)
    if error is None or trouble is None:
        return None
    database_errors.log_error(error, trouble)
    response = _page(request, 503, template=TROUBLE_TEMPLATES.get(trouble, "errors/out_of_order.html"))
    if trouble.passes:
        response["Retry-After"] = RETRY_AFTER[trouble]
    return response


def busy(request: HttpRequest) -> HttpResponse:
    """Respond with 503: somebody else is writing to the catalog, and nobody can be kept waiting for longer."""
    response = _page(request, 503, template="errors/busy.html")
    response["Retry-After"] = str(problems.RETRY_AFTER)
    return response


def no_pdf(request: HttpRequest) -> HttpResponse:
    """Respond with 503: a PDF could not be made, or not in time."""
    response = _page(request, 503, template="errors/no_pdf.html")
    response["Retry-After"] = str(problems.RETRY_AFTER)
    return response


def too_many_jobs(request: HttpRequest) -> HttpResponse:
    """Respond with 503: as many PDFs are made, or photos read, as this machine does at once."""
    response = _page(request, 503, template="errors/no_pdf_capacity.html")
    response["Retry-After"] = str(problems.RETRY_AFTER)
    return response


def _typed(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields of a form that was sent, but for secrets; None where they are too much, and of files."""
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken" and not SECRET_FIELD.search(name)
    ]
    short = sum(len(name) + len(value) for name, value in fields) <= MAX_FORM_LENGTH
    return fields if short and not request.FILES else None


def _page(
    request: HttpRequest, status: int, context: dict[str, Any] | None = None, *, template: str = ""
) -> HttpResponse:
    if problems.is_api_request(request) and status in PROBLEM_CODES:
        return problems.problem_response(PROBLEM_CODES[status])
    response = render(request, template or f"errors/{status}.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response
