"""Who asks a page for the same too often has to wait: the figures stand in `rulesapi.limits`."""

from django.http import HttpRequest, HttpResponse

from rulesapi import limits
from rulesapi.addresses import get_ident
from rulesapi.limits import TooMany

from . import errors


def throttled(request: HttpRequest, scope: str, cost: int = 1) -> HttpResponse | None:
    """Count a request against a policy, `scope`; return the answer to who has to wait, None to everybody else."""
    try:
        limits.spend(scope, get_ident(request), cost)
    except TooMany as error:
        return errors.too_many(request, error)
    return None
