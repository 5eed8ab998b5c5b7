"""Middleware that observes requests: it measures them for Prometheus, and writes the access log."""

import logging
from collections.abc import Callable
from time import perf_counter

from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from whitenoise.middleware import WhiteNoiseFileResponse

from catalog.metrics import REQUEST_SECONDS, REQUEST_WAIT_SECONDS, REQUESTS, labelled

GetResponse = Callable[[HttpRequest], HttpResponse]

logger = logging.getLogger("muster.access")
MAX_PATH_LENGTH = 500
"""The length of logged paths; longer ones are cut."""
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


def access_log(get_response: GetResponse) -> GetResponse:
    """Write a line about each request, except health checks and the warm-up of the process.

    It has neither the query nor the address of the client, and the formatter removes keys from the path.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        response = get_response(request)
        if "muster.warm_up" not in request.META:
            _log(request, response, 1_000 * (perf_counter() - began))
        return response

    return middleware


def _log(request: HttpRequest, response: HttpResponse, milliseconds: float) -> None:
    fields = {
        "method": request.method if request.method in METHODS else "other",
        "path": escape_uri_path(request.path)[:MAX_PATH_LENGTH],
        "route": route_name(request, response),
        "status": response.status_code,
        "milliseconds": round(milliseconds, 1),
        "bytes": int(response.headers.get("Content-Length") or 0),
    }
    logger.info(
        "%(method)s %(path)s %(status)d %(bytes)d bytes %(milliseconds).1f ms", fields, extra={"fields": fields}
    )


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
