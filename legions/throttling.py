"""Clients that request the same page too often have to wait: the figures stand in `catalog.api_base.throttling`."""

from django.http import HttpRequest, HttpResponse

from catalog.api_base import throttling
from catalog.api_base.client_addresses import get_ident
from catalog.api_base.throttling import RateLimitExceeded

from .site import error_views


def throttled_response(request: HttpRequest, scope: str, cost: int = 1) -> HttpResponse | None:
    """Count a request against a policy, `scope`; return the answer to who has to wait, None to everybody else."""
    try:
        throttling.throttle(scope, get_ident(request), cost)
    except RateLimitExceeded as error:
        return error_views.too_many_requests(request, error)
    return None
