"""Error pages. They read nothing from the database, so they work while it is unavailable."""

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
from legions.site.requests import page_above

# Codes of the problems with which the API answers the same statuses.
PROBLEM_CODES = {400: "bad-request", 403: "forbidden", 404: "not-found", 500: "internal-error", 503: "unavailable"}
OWN_URL_NAME = re.compile(r"(?:legion|campaign)(?:-(?!start|join|shared|import)|\Z)")
"""Pattern of the URL names of own lists and campaigns, which answer everybody else as if they did not exist."""
SECRET_FIELD = re.compile("password|recovery")
"""Pattern of the names of form fields that no page shows again."""
MAX_FORM_LENGTH = 300_000
"""The maximum number of characters of a form that a page shows again: more than the largest list as escaped JSON."""


TROUBLE_TEMPLATES = {Failure.AWAY: "errors/503.html", Failure.BUSY: "errors/locked.html"}
"""Error pages for database failures that pass by themselves."""
RETRY_AFTER = {Failure.AWAY: "30", Failure.BUSY: str(problems.RETRY_AFTER_SECONDS)}


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 400."""
    return _page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 403."""
    return _page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond with 403 to a form that was not sent from a page of this site, or was sent from an outdated page."""
    return _page(request, 403, template="errors/csrf.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 404. The page of an own list or campaign says how its owner gets to it."""
    match = request.resolver_match
    if match is not None and OWN_URL_NAME.match(match.view_name):
        fields = _submitted_fields(request) if request.method == "POST" else None
        return _page(request, 404, {"fields": fields}, template="errors/own.html")
    return _page(request, 404)


def method_not_allowed(request: HttpRequest, refusal: HttpResponse) -> HttpResponse:
    """Respond with 405 and the nearest page above the address, which usually has the form or button for it."""
    response = _page(request, 405, {"page_above": page_above(request.path)})
    response["Allow"] = refusal["Allow"]
    return response


def too_many_requests(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Respond with 429, with the submitted form fields, so that the form can be sent again.

    The exception is a `RateLimitExceeded` with the waiting time, or None when django-allauth calls this view.
    """
    refused = exception if isinstance(exception, RateLimitExceeded) else None
    context = {
        "seconds": refused and refused.allowance.seconds,
        "minutes": refused and ceil(refused.allowance.seconds / 60),
        "guest": refused and refused.allowance.policy.name.startswith("guest"),
        "fields": _submitted_fields(request),
    }
    response = _page(request, 429, context)
    for name, value in refused.headers().items() if refused else ():
        response[name] = value
    return response


def conflict(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond with 409, with the reason from the exception and the submitted form fields."""
    return _page(request, 409, {"why": str(exception), "fields": _submitted_fields(request)})


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond with 500, or 503 if the database failed outside of a view, for example while the session was read."""
    return database_error(request, sys.exc_info()[1]) or _page(request, 500)


def database_error(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """Log a database error and respond with 503. Return None if the error is not a database error.

    The page suggests another try only if one can help.
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
    """Respond with 503 because another process is writing to the catalog and the wait became too long."""
    response = _page(request, 503, template="errors/busy.html")
    response["Retry-After"] = str(problems.RETRY_AFTER_SECONDS)
    return response


def no_pdf(request: HttpRequest) -> HttpResponse:
    """Respond with 503 because a PDF could not be made, or not in time."""
    response = _page(request, 503, template="errors/no_pdf.html")
    response["Retry-After"] = str(problems.RETRY_AFTER_SECONDS)
    return response


def too_many_jobs(request: HttpRequest) -> HttpResponse:
    """Respond with 503 because the machine already makes or reads the maximum number of PDFs or photos."""
    response = _page(request, 503, template="errors/no_pdf_capacity.html")
    response["Retry-After"] = str(problems.RETRY_AFTER_SECONDS)
    return response


def _submitted_fields(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the submitted form fields without secrets, or None if they are too long or the form has files."""
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
