"""Hints of the builder: hide them, and remember in a cookie that they were seen."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from legions.site.requests import COOKIE_AGE_SECONDS, HtmxRequest, next_url

HINTS_COOKIE = "no-hints"


@require_POST
def hide_hints(request: HtmxRequest) -> HttpResponse:
    """Hide the builder's hints for good, and redirect back to the table."""
    response = HttpResponse() if request.htmx else redirect(next_url(request))
    remember_hints_seen(request, response)
    return response


def remember_hints_seen(request: HttpRequest, response: HttpResponse) -> None:
    """Store in a cookie that the hints were seen."""
    response.set_cookie(
        HINTS_COOKIE, "1", COOKIE_AGE_SECONDS, secure=request.is_secure(), httponly=True, samesite="Lax"
    )
