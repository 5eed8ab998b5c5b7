"""The Content-Security-Policy of API responses, which allows browsers nothing."""

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# API responses are not pages, so this policy is stricter than that of pages, and constant.
API_CONTENT_POLICY = {HEADER: "default-src 'none'; frame-ancestors 'none'"}


class ContentPolicyMiddleware(CSPMiddleware):
    """Adds the policy of pages to responses without a policy of their own."""

    def process_request(self, request: HttpRequest) -> None:
        """Make no nonce: no page uses one, and a request that can make one stays in memory until garbage collection."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Add a Content-Security-Policy to the response, unless it has one."""
        return response if HEADER in response else super().process_response(request, response)
