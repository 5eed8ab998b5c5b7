"""Responses shared by all pages with a share key."""

from django.http import HttpRequest, HttpResponse

from catalog.documents.errors import InvalidInput
from legions.sharing.pasted_addresses import UnknownSharedList
from legions.throttling import throttled_response


def throttled_unknown_key(request: HttpRequest, error: InvalidInput) -> HttpResponse | None:
    """Count a pasted address without a shared list as a visit, and return the response if the client has to wait."""
    if not isinstance(error, UnknownSharedList) or error.ended:
        return None
    return throttled_response(request, "wrong-share-keys")
