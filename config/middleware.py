"""What every answer goes through, whoever gives it: headers that all carry, and pages made small."""

import re
import secrets
from collections.abc import Callable

import brotli
from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from catalog import audit

# Nothing of ours asks for any of these, so no page may, whatever gets into it.
PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "hid",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "serial",
        "usb",
        "xr-spatial-tracking",
    )
)


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse pages the use of the reader's devices."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


class CompressedPages(GZipMiddleware):
    """Send pages compressed, with some bytes by chance in each, so that its length betrays no secret in it.

    Only pages: what the API answers has an ETag for what it says, and files are compressed before they are asked for.
    Brotli takes a third off what gzip leaves of a page with drawn cards in it, in the same time; a browser says that it
    understands it where nobody on the way could mistake it, that is over HTTPS and on localhost.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Compress a page for who understands that."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        known = request.headers.get("Accept-Encoding", "")
        if response.streaming or not UNDERSTOOD.search(known) or len(response.content) < SMALLEST:
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        if "Content-Encoding" not in response:
            response.content = masked_brotli(response.content, secrets.randbelow(self.max_random_bytes) + 1)
            response["Content-Length"] = str(len(response.content))
            response["Content-Encoding"] = "br"
        return response


UNDERSTOOD = re.compile(r"\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
QUALITY = 6
"""Beyond it brotli takes several times as long for a few bytes less."""
SMALLEST = 200
"""What is shorter stays as it is, as Django has it for gzip."""


def masked_brotli(text: bytes, more: int) -> bytes:
    """Return `text` compressed, with `more` (1 to 256) bytes by chance in it that whoever reads it leaves out.

    They stand in a block of metadata (RFC 7932, section 9.2): after a flush, which ends at a whole byte, two bytes that
    say what it is and how long (no last block, three for the number of nibbles, one byte of length), then they.
    """
    compressor = brotli.Compressor(quality=QUALITY)
    begun = compressor.process(text) + compressor.flush()
    announced = (0b010110 | (more - 1) << 6).to_bytes(2, "little")
    return bytes(begun + announced + secrets.token_bytes(more) + compressor.finish())


def numbered_requests(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request a number of our own, which the audit log keeps; in the admin whoever asks is told it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(8)
        with audit.in_request(number):
            response = get_response(request)
        match = request.resolver_match
        if match is not None and match.app_name == "admin":
            response["Request-Id"] = number
        return response

    return middleware
