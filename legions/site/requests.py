"""Requests as they come from the middleware."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

COOKIE_AGE = 365 * 24 * 3600  # seconds


class HtmxRequest(HttpRequest):
    """A request that says whether htmx makes it, and what of the page it is for."""

    htmx: HtmxDetails


def next_url(request: HttpRequest) -> str:
    """Return the address of this site that a form names to go on to, else that of the front page."""
    url = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if allowed else "/"
