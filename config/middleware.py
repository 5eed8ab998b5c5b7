"""What every answer goes through, whoever gives it: headers that all carry, and pages made small."""

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.middleware.gzip import GZipMiddleware

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
    """Send pages compressed. Django adds to each some bytes by chance, so that its length betrays no secret in it.

    Only pages: what the API answers has an ETag for what it says, and files are compressed before they are asked for.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Compress a page for who understands that."""
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


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
