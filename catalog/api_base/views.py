"""Base views of the API: throttling, query parameters and cached responses."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from catalog import snapshots
from catalog.api_base import query_params
from catalog.api_base.middleware import API_CONTENT_POLICY
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.response_cache import CachedResponse, ResponseCache
from catalog.api_base.throttling import Allowance, RateLimitThrottle
from catalog.snapshots import Snapshot

# Clients may miss a publication for up to a minute. A response from a requested release never changes.
CACHE_NEWEST = "public, max-age=60"
CACHE_RELEASE = "public, max-age=86400, immutable"
NO_STORE = {"Cache-Control": "no-store"}
_responses = ResponseCache("responses", 8 * 1024 * 1024)  # the cards of all games take a tenth of this


class BaseAPIView(APIView):
    """Base of API views: declares query parameters, throttles requests, and answers errors with problems."""

    parameters: ClassVar[tuple[QueryParameter, ...]] = (query_params.RELEASE,)
    throttle_scope: ClassVar[str] = "reading"
    response_headers: ClassVar[tuple[str, ...]] = ()
    """Additional header fields of a response to GET. With an ETag among them, conditional requests get a 304."""
    any_origin: ClassVar[bool] = False
    """True if scripts of every origin may read the responses (`catalog.api_base.cors`)."""
    redirects: ClassVar[bool] = False
    """True if a former address redirects to the current one."""
    query: dict[str, Any]
    """The given query parameters, keyed by name."""
    allowance: Allowance | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Handle a request, render its response, and drop the references between view, request and response.

        With these references they would stay in memory, megabytes each time, until garbage collection.
        """
        response = super().dispatch(request, *args, **kwargs)
        if isinstance(response, Response):
            response.render().renderer_context.clear()
        self.request.parser_context.clear()
        vars(self).pop("head", None)  # set by Django as an alias of `get`
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Do the framework's checks before a handler, and read the query parameters.

        Throttling comes first instead of last, so that rejected requests count as well. An unsupported method has no
        parameters: it is rejected as such, regardless of its query string.
        """
        self.check_throttles(request)
        self.format_kwarg = None
        request.accepted_renderer, request.accepted_media_type = self.perform_content_negotiation(request)
        self.perform_authentication(request)
        self.check_permissions(request)
        taken = request.method != "OPTIONS" and request.method in self.allowed_methods
        self.query = query_params.read(self.get_parameters(), request.query_params) if taken else {}

    def get_parameters(self) -> tuple[QueryParameter, ...]:
        """Return the query parameters of the requested method."""
        return self.parameters

    def get_throttle_scope(self) -> str:
        """Return the name of the rate limit that the request counts against."""
        return self.throttle_scope

    def charge(self, request: Request, cost: int) -> None:
        """Count the cost of a request beyond the first unit. Raises RateLimitExceeded."""
        RateLimitThrottle().allow_request(request, self, cost)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """The framework's headers, and the Content-Security-Policy of API responses."""
        return {**super().default_response_headers, **API_CONTENT_POLICY}

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Finish a response, and add the remaining quota to its headers."""
        if self.allowance:
            self.headers = {**self.headers, **self.allowance.headers()}
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Return an empty response. The header Allow, as on every response, lists the methods."""
        return HttpResponse(content_type="application/json")


class CachedReadView(BaseAPIView):
    """A public read of one release: computed once, cached, and answered with 304 to clients that have it already."""

    response_headers: ClassVar[tuple[str, ...]] = ("ETag", "Muster-Release")
    any_origin = True

    def get(self, request: Request, *args: Any, **address: Any) -> Response:
        """Return the response from the requested release."""
        snapshot = snapshots.at(self.release())
        key: tuple[Any, ...] = (type(self), snapshot, *self._identity(address))
        cached = _responses.get(key, lambda: self.make_response(snapshot, **address))
        headers = {
            "Muster-Release": str(snapshot.release),
            "Cache-Control": CACHE_NEWEST if self.release() is None else CACHE_RELEASE,
        }
        return conditional_response(request, cached, headers)

    def release(self) -> int | None:
        """Return the number of the requested release; None for the newest."""
        return self.query.get("release")

    def make_response(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return the response, which depends only on the release, the address and the query parameters."""
        raise NotImplementedError

    def _identity(self, address: dict[str, Any]) -> Iterator[Hashable]:
        yield from sorted(address.items())
        yield from sorted(self.query.items())


def conditional_response(request: Request, cached: CachedResponse, headers: Mapping[str, str]) -> Response:
    """Return a response with its ETag, or a 304 without a body if the client has it already."""
    etag = f'"{cached.etag}"'
    every = {"ETag": etag, **headers, **cached.headers}
    if_none_match = request.META.get("HTTP_IF_NONE_MATCH")
    if if_none_match is not None and _holds(parse_etags(if_none_match), etag):
        return Response(status=304, headers=every)
    return Response(cached.body, status=cached.status, content_type=cached.content_type, headers=every)


def _holds(tags: list[str], etag: str) -> bool:
    return "*" in tags or etag in tags or f"W/{etag}" in tags
