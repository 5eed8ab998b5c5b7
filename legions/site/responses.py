"""Helpers for responses: `noindex` headers and entity tags."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

IMMUTABLE_CACHE = f"public, max-age={365 * 24 * 3600}, immutable"
"""The cache header of images of one release, which never change."""


def noindex(response: HttpResponse) -> HttpResponse:
    """Keep a page out of search engines, and its address out of the Referer header sent to other sites.

    `no-referrer` is not used: with it browsers send the page's own forms without an origin, and CSRF protection rejects
    them.
    """
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "same-origin"
    return response


def with_etag(request: HttpRequest, response: HttpResponse, etag: str) -> HttpResponse:
    """Return the response with an entity tag, or 304 if the client has this version."""
    response["ETag"] = f'"{etag}"'
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
