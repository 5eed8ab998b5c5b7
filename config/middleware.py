"""Middleware for all responses: common headers, request checks, and compression of pages."""

import secrets
from collections.abc import Callable
from itertools import islice
from urllib.parse import unquote, unquote_to_bytes

import brotli
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from catalog import log_context
from catalog.api_base import codings, problems
from catalog.api_base.compression import MIN_COMPRESSED_BYTES
from catalog.api_base.request_body import MAX_FAULTS
from catalog.documents.errors import Fault, json_pointer
from operations import health_views, metrics_view

GetResponse = Callable[[HttpRequest], HttpResponse]


def refused_bodies(get_response: GetResponse) -> GetResponse:
    """Refuse a request whose body `config.server` did not read completely, and a chunked body without a length.

    Django treats a body without a length as empty. `config.server` gives chunked bodies a length; other servers may run
    Django without it, so that such requests are refused with 411.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        code = request.META.get("muster.refused", "")
        if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
            code = "length-required"
        return _refusal(request, code) if code else get_response(request)

    return middleware


def http_framing(get_response: GetResponse) -> GetResponse:
    """Remove length and type of the body from responses without one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code in BODILESS_STATUSES:
            for header in ("Content-Type", "Content-Length"):
                response.headers.pop(header, None)
        return response

    return middleware


BODILESS_STATUSES = frozenset({204, 304})


def _refusal(request: HttpRequest, code: str) -> HttpResponse:
    if problems.is_api_request(request):
        return problems.problem_response(code)
    problem = problems.PROBLEM_TYPES[code]
    text = f"{problem.title}. {problem.meaning}\n"
    return HttpResponse(text, status=problem.status, content_type="text/plain; charset=utf-8")


PROBE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
}
"""The security headers of probe responses, which bypass the middleware below `health_probes`."""


def health_probes(get_response: GetResponse) -> GetResponse:
    """Answer `/livez`, `/readyz` and `/metrics` for any host and also over HTTP.

    Probes and Prometheus use the address of a machine and not the name of the site.
    """
    views = {"/livez": health_views.livez, "/readyz": health_views.readyz, "/metrics": metrics_view.metrics}

    def middleware(request: HttpRequest) -> HttpResponse:
        view = views.get(request.path_info)
        if view is None:
            return get_response(request)
        response = view(request)
        response.setdefault("Content-Length", str(len(response.content)))
        for header, value in PROBE_HEADERS.items():
            response.setdefault(header, value)
        return response

    return middleware


def utf_8_only(get_response: GetResponse) -> GetResponse:
    """Refuse a query or form that is not UTF-8 with 400: Django would silently replace its invalid bytes.

    Forms with files are not checked: only their files come from elsewhere, and these are decoded where they are read.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        if problems.is_api_request(request):
            faults = (
                Fault(json_pointer(unquote(pair.partition("=")[0])), "invalid-parameter", NOT_UTF_8)
                for pair in query.split("&")
                if not _is_utf_8(pair)
            )
            shown = list(islice(faults, MAX_FAULTS))
            return problems.problem_response("bad-request", shown) if shown else get_response(request)
        if not _is_utf_8(query) or (request.content_type == FORM_TYPE and not _is_utf_8(request.body)):
            raise BadRequest("The query or the form is not UTF-8.")
        return get_response(request)

    return middleware


def _is_utf_8(encoded: str | bytes) -> bool:
    """Return whether percent-encoded text is UTF-8."""
    try:
        unquote_to_bytes(encoded).decode()
    except UnicodeDecodeError:
        return False
    return True


NOT_UTF_8 = "This parameter is not UTF-8. Percent-encode the bytes of its UTF-8 text."


FORM_TYPE = "application/x-www-form-urlencoded"


class PageCompression(GZipMiddleware):
    """Compression of pages with random padding, so that the length of a page does not reveal a secret in it.

    Only pages are compressed here: the API has `catalog.api_base.compression`, and files are compressed in advance.
    Brotli makes a page with rendered cards a third smaller than gzip does, in equal time; browsers accept it only over
    HTTPS and on localhost, where no intermediary can misread it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page with the coding that the client prefers."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        coding = codings.preferred(request.headers.get("Accept-Encoding", ""))
        if coding == "gzip" or not isinstance(response, HttpResponse) or len(response.content) < MIN_COMPRESSED_BYTES:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if coding and "Content-Encoding" not in response:
            response.content = padded_brotli(response.content, secrets.randbelow(self.max_random_bytes) + 1)
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "br"
        return response


BROTLI_QUALITY = 6
"""Higher qualities take several times as long to save a few bytes."""


def padded_brotli(text: bytes, more: int) -> bytes:
    """Return `text` compressed with Brotli and `more` (1 to 256) random bytes in it that decoders skip.

    The random bytes are in a metadata block (RFC 7932, section 9.2). A flush ends at a byte boundary; two header bytes
    follow (not the last block, three for the number of nibbles, one byte of length), then the random bytes.
    """
    compressor = brotli.Compressor(quality=BROTLI_QUALITY)
    begun = compressor.process(text) + compressor.flush()
    announced = (0b010110 | (more - 1) << 6).to_bytes(2, "little")
    return bytes(begun + announced + secrets.token_bytes(more) + compressor.finish())


def request_ids(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request an ID for the logs, and its response a header with it.

    Behind a proxy, the ID is the one that the proxy sends, so that the logs of both name it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        number = log_context.new_request_id(request.headers.get("X-Request-ID", "") if settings.PROXIES else "")
        with log_context.request_context(number):
            response = get_response(request)
        response["X-Request-ID"] = number
        return response

    return middleware
