"""Request types, the return address of forms, and the asked format."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

COOKIE_AGE_SECONDS = 365 * 24 * 3600


class HtmxRequest(HttpRequest):
    """A request with the details of htmx, set by its middleware."""

    htmx: HtmxDetails


def next_url(request: HttpRequest) -> str:
    """Return the address of this site that a form names as its next page, else the front page."""
    url = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if allowed else "/"


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the request, which reads the response as JSON."""
    return "application/json" in request.headers.get("Accept", "")
