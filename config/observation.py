"""Middleware that observes requests: it measures them for Prometheus."""

from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseFileResponse

from catalog.metrics import REQUEST_SECONDS, REQUEST_WAIT_SECONDS, REQUESTS, labelled

GetResponse = Callable[[HttpRequest], HttpResponse]

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
STATIC, UNMATCHED = "static", "none"
"""The routes of static files, and of addresses that match no route or were refused before one was looked for."""


def request_metrics(get_response: GetResponse) -> GetResponse:
    """Count requests and measure their duration, except health checks and the warm-up of the process."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = get_response(request)
        if "muster.warm_up" not in request.META:
            _measure(request, response, perf_counter() - began)
        return response

    return middleware


def _measure(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    route = route_name(request, response)
    method = request.method if request.method in METHODS else "other"
    labelled(REQUESTS, route, method, str(response.status_code)).inc()
    labelled(REQUEST_SECONDS, route, method).observe(seconds)
    REQUEST_WAIT_SECONDS.observe(request.META.get("muster.waited", 0.0))


def route_name(request: HttpRequest, response: HttpResponse) -> str:
    """Return the name of the route of a request, which contains no part of its address."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    return STATIC if isinstance(response, WhiteNoiseFileResponse) else UNMATCHED
