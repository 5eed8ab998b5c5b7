"""Clients that request the same page too often have to wait: the figures stand in `catalog.api_base.throttling`."""

from django.http import HttpRequest, HttpResponse

from catalog.api_base import throttling
from catalog.api_base.client_addresses import get_ident
from catalog.api_base.throttling import RateLimitExceeded
from legions.site import error_views


def throttled_response(
    request: HttpRequest, scope: str, cost: int = 1, *, by_account: bool = False
) -> HttpResponse | None:
    """Count a request against a policy, `scope`; return the response to who has to wait, None to everybody else.

    It counts for the address it comes from, or `by_account` for the account.
    """
    who = throttling.account_ident(request.user.pk) if by_account else get_ident(request)
    try:
        throttling.throttle(scope, who, cost)
    except RateLimitExceeded as error:
        return error_views.too_many_requests(request, error)
    return None
