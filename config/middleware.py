"""What every answer goes through, whoever gives it: headers that all carry, and pages made small."""

import secrets
from collections.abc import Callable
from urllib.parse import unquote_to_bytes

import brotli
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from catalog import audit
from catalog.api_base import codings, problems
from catalog.api_base.compression import MIN_LENGTH
from operations import health_views

GetResponse = Callable[[HttpRequest], HttpResponse]


def refused_bodies(get_response: GetResponse) -> GetResponse:
    """Refuse a request whose body `config.server` has not read whole, and a chunked body that has no length.

    Django takes a body without a length for empty. `config.server` gives chunked bodies their length; where a server
    runs Django without it, they are refused with 411.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        code = request.META.get("muster.refused", "")
        if request.META.get("HTTP_TRANSFER_ENCODING") and not request.META.get("CONTENT_LENGTH"):
            code = "length-required"
        return _refusal(request, code) if code else get_response(request)

    return middleware


def http_framing(get_response: GetResponse) -> GetResponse:
    """Give no length or type of a body to an answer that has none."""

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
"""What other answers are given below `health_probes`."""


def health_probes(get_response: GetResponse) -> GetResponse:
    """Answer `/livez` and `/readyz` whatever the host they are asked by, over HTTP, too.

    What asks them knows the address of a machine and not the name of the site.
    """
    views = {"/livez": health_views.livez, "/readyz": health_views.readyz}

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
    """Refuse a query or a form that is not UTF-8 with 400: Django would read other letters in place of what was sent.

    Forms with files are left alone: of what they hold, only files come from elsewhere, and these are decoded where they
    are read.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = [request.META.get("QUERY_STRING", "").encode()]
        if request.content_type == FORM_TYPE and not problems.is_api_request(request):
            sent.append(request.body)
        try:
            for part in sent:
                unquote_to_bytes(part).decode()
        except UnicodeDecodeError as error:
            raise BadRequest("The query or the form is not UTF-8.") from error
        return get_response(request)

    return middleware


FORM_TYPE = "application/x-www-form-urlencoded"


class PageCompression(GZipMiddleware):
    """Send pages compressed, with some bytes by chance in each, so that its length betrays no secret in it.

    Only pages: the API has `catalog.api_base.compression`, and files are compressed before they are asked for. Brotli
    takes a third off what gzip leaves of a page with drawn cards in it, in the same time; a browser says that it
    understands it where nobody on the way could mistake it, that is over HTTPS and on localhost.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page in the coding that the client prefers."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        coding = codings.preferred(request.headers.get("Accept-Encoding", ""))
        if coding == "gzip" or not isinstance(response, HttpResponse) or len(response.content) < MIN_LENGTH:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if coding and "Content-Encoding" not in response:
            response.content = padded_brotli(response.content, secrets.randbelow(self.max_random_bytes) + 1)
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "br"
        return response


BROTLI_QUALITY = 6
"""Beyond it brotli takes several times as long for a few bytes less."""


def padded_brotli(text: bytes, more: int) -> bytes:
    """Return `text` compressed, with `more` (1 to 256) bytes by chance in it that whoever reads it leaves out.

    They stand in a block of metadata (RFC 7932, section 9.2): after a flush, which ends at a whole byte, two bytes that
    say what it is and how long (no last block, three for the number of nibbles, one byte of length), then they.
    """
    compressor = brotli.Compressor(quality=BROTLI_QUALITY)
    begun = compressor.process(text) + compressor.flush()
    announced = (0b010110 | (more - 1) << 6).to_bytes(2, "little")
    return bytes(begun + announced + secrets.token_bytes(more) + compressor.finish())


def request_ids(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request a number of our own, which the logs keep.

    In the admin the response tells it, and everywhere of what went wrong here, so that it can be found in the log.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(8)
        with audit.request_context(number):
            response = get_response(request)
        match = request.resolver_match
        if response.status_code >= 500 or (match is not None and match.app_name == "admin"):
            response["Request-Id"] = number
        return response

    return middleware
