"""Responses that search engines leave out, and responses under an entity tag."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def noindex(response: HttpResponse) -> HttpResponse:
    """Keep a page out of search engines, and its address out of what other sites are told.

    Not `no-referrer`: browsers then send the page's own form without an origin, and it is refused as forged.
    """
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def with_etag(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    """Return a response under an entity tag, or 304 where the client has what it is of."""
    response["ETag"] = f'"{etag}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
