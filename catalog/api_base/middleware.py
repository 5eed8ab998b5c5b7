"""What a browser may do with a response of the API: nothing at all."""

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# An answer of the API is no page. This is stricter than the policy of pages, and no text that has to be put together.
API_CONTENT_POLICY = {HEADER: "default-src 'none'; frame-ancestors 'none'"}


class ContentPolicyMiddleware(CSPMiddleware):
    """Give a response the policy of pages unless it came with one of its own."""

    def process_request(self, request: HttpRequest) -> None:
        """Make no nonce: no page has use for one, and a request that could make one stays until the collector comes."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response with a policy."""
        return response if HEADER in response else super().process_response(request, response)
