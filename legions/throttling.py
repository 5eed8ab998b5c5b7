"""Rate limits for pages. `catalog.api_base.throttling` has the policies."""

from django.http import HttpRequest, HttpResponse

from catalog.api_base import throttling
from catalog.api_base.client_addresses import get_ident
from catalog.api_base.throttling import RateLimitExceeded
from legions.site import error_views


def throttled_response(
    request: HttpRequest, scope: str, cost: int = 1, *, by_account: bool = False
) -> HttpResponse | None:
    """Count a request against the policy `scope`. Return the 429 response if the limit is exceeded, else None.

    Requests are counted by the client's address, or by the account if `by_account`.
    """
    who = throttling.account_ident(request.user.pk) if by_account else get_ident(request)
    try:
        throttling.throttle(scope, who, cost)
    except RateLimitExceeded as error:
        return error_views.too_many_requests(request, error)
    return None
