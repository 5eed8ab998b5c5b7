"""Requests as they come from the middleware."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that says whether htmx makes it, and what of the page it is for."""

    htmx: HtmxDetails
