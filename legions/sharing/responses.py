"""Responses that every page under a share key gives."""

from django.http import HttpRequest, HttpResponse

from catalog.documents.errors import InvalidInput
from legions.sharing.pasted_addresses import UnknownSharedList
from legions.throttling import throttled_response


def throttled_unknown_key(request: HttpRequest, error: InvalidInput) -> HttpResponse | None:
    """Count a pasted address under which nothing is shared as a visit to it; return the response to who has to wait."""
    if not isinstance(error, UnknownSharedList) or error.ended:
        return None
    return throttled_response(request, "wrong-share-keys")
