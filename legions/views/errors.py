"""Pages for what went wrong. They read nothing from the database, so that they can say when it is away."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from rulesapi import problems

# What the API calls the same things; it answers in words of its own.
PROBLEMS = {400: "bad-request", 403: "forbidden", 404: "not-found", 500: "internal-error", 503: "unavailable"}


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 400."""
    return _page(request, 400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 403."""
    return _page(request, 403)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 for a form that was not sent from one of our pages, or from one that is too old."""
    return _page(request, 403, template="errors/csrf.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 404."""
    return _page(request, 404)


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer 429; django-allauth asks for it when somebody tries a password too often."""
    return _page(request, 429)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500."""
    return _page(request, 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503: the database does not answer."""
    response = _page(request, 503)
    response["Retry-After"] = "30"
    return response


def busy(request: HttpRequest) -> HttpResponse:
    """Answer 503: somebody else is writing to the catalog, and nobody can be kept waiting for longer."""
    response = _page(request, 503, template="errors/busy.html")
    response["Retry-After"] = str(problems.RETRY_AFTER)
    return response


def no_pdf(request: HttpRequest) -> HttpResponse:
    """Answer 503: a PDF could not be made, or not in time."""
    response = _page(request, 503, template="errors/no_pdf.html")
    response["Retry-After"] = str(problems.RETRY_AFTER)
    return response


def _page(request: HttpRequest, status: int, *, template: str = "") -> HttpResponse:
    if problems.concerns(request) and status in PROBLEMS:
        return problems.respond(PROBLEMS[status])
    response = render(request, template or f"errors/{status}.html", status=status)
    response["Cache-Control"] = "no-store"
    return response
