"""Compression of API responses for clients that accept it.

Only responses readable from every origin are compressed. They contain nothing of an account, so their length reveals
nothing (BREACH): an attacker who observes the length could request the content directly. Responses of an account are
not compressed.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from catalog.api_base import codings, etags
from catalog.api_base.cors import allows_any_origin
from catalog.api_base.response_cache import CachedResponse, ResponseCache

MIN_COMPRESSED_BYTES = 200
"""Bytes below which a response is not compressed, as in Django's middleware for pages."""
_COMPRESSIBLE = ("application/json", "application/x-ndjson", "image/svg+xml")
_compressed = ResponseCache("compressed", 8 * 1024 * 1024)

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def compress_responses(get_response: GetResponse) -> GetResponse:
    """Send a response in the coding that the client prefers, with an entity tag of its own.

    Views do not handle codings. In If-None-Match they see plain tags, without the suffix of the coding; a 304 response
    repeats the client's own tag.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        held = _held(request)
        if held:
            # A state whose own tag looks like a tag with a coding is matched as well.
            request.META["HTTP_IF_NONE_MATCH"] += "".join(f", {tag}" for tag in held)
        response = get_response(request)
        if response.status_code == 304 and (tag := held.get(response.get("ETag", ""))):
            response["ETag"] = tag
        match = request.resolver_match
        if allows_any_origin(request.path_info, match.func if match else None):
            _compress(request, response)
        return response

    return middleware


def _held(request: HttpRequest) -> dict[str, str]:
    """Return the client's tags in accepted codings, keyed by the plain tags of their states."""
    header = request.META.get("HTTP_IF_NONE_MATCH", "")
    accepted = request.META.get("HTTP_ACCEPT_ENCODING", "")
    return {state: tag for tag, state, coding in etags.with_codings(header) if codings.weight(accepted, coding) > 0}


def _compress(request: HttpRequest, response: HttpResponseBase) -> None:
    """Encode the body of a response in the coding that the client prefers."""
    if response.status_code == 304:
        patch_vary_headers(response, ("Accept-Encoding",))
    if "Content-Encoding" in response or not _is_compressible(response):
        return
    patch_vary_headers(response, ("Accept-Encoding",))
    coding = codings.preferred(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    if coding is None:
        return
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = codings.compress_stream(iter(response), coding)
        del response["Content-Length"]
    elif isinstance(response, HttpResponse):
        response.content = _body(response, coding)
        response["Content-Length"] = str(len(response.content))
    response["Content-Encoding"] = coding
    if "ETag" in response:
        response["ETag"] = etags.of_coding(response["ETag"], coding)


def _is_compressible(response: HttpResponseBase) -> bool:
    kind = response.get("Content-Type", "").partition(";")[0]
    if not (kind in _COMPRESSIBLE or kind.endswith("+json")):
        return False
    return not isinstance(response, HttpResponse) or len(response.content) >= MIN_COMPRESSED_BYTES


def _body(response: HttpResponse, coding: str) -> bytes:
    """Return the body in a coding, cached if the response has a tag and is the same for other clients.

    The hash distinguishes bodies with equal tags, as after tables were emptied. Python stores the hash of a bytes
    object, so it costs nothing for a body in the response cache.
    """
    body, etag = response.content, response.get("ETag")
    if etag is None or response.status_code != 200:
        return codings.compress(body, coding)
    key = (coding, etag, hash(body))
    return _compressed.get(key, lambda: CachedResponse(codings.compress(body, coding, kept=True), etag)).body
