"""Request types, the return address of forms, and the asked format."""

from urllib.parse import urlsplit

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.urls import is_valid_path
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.middleware import HtmxDetails

COOKIE_AGE_SECONDS = 365 * 24 * 3600


class HtmxRequest(HttpRequest):
    """A request with the details of htmx, set by its middleware."""

    htmx: HtmxDetails


def next_url(request: HttpRequest) -> str:
    """Return the address of this site that a form names as its next page, else the front page."""
    url = request.POST.get("next", "")
    return url if _is_own_address(request, url) else "/"


def return_address(request: HttpRequest) -> str:
    """Return the address of the page that the user sees, for links back to it.

    The response to a submitted form may have an address that cannot be opened: it belongs to the page with the form.
    """
    form_page = request.headers.get("Referer", "")
    if request.method == "POST" and _is_own_address(request, form_page):
        return urlsplit(form_page)._replace(scheme="", netloc="", fragment="").geturl()
    return request.get_full_path()


def _is_own_address(request: HttpRequest, url: str) -> bool:
    try:
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    except DisallowedHost:  # the page that refuses such a host is rendered as well
        return False


def page_above(path: str) -> str:
    """Return the nearest address above a path: that of the page with the form or button that uses the path."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        if is_valid_path(path):
            break
    return path


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the request, which reads the response as JSON."""
    return "application/json" in request.headers.get("Accept", "")
