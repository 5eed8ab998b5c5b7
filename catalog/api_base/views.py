"""What the addresses of the API have in common: parameters, methods, and how a read is answered and asked again."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.views import APIView

from ..publishing import snapshots
from ..publishing.snapshots import Snapshot
from . import query_params, throttling
from .client_addresses import get_ident
from .middleware import API_CONTENT_POLICY
from .query_params import QueryParameter
from .response_cache import CachedResponse, ResponseCache
from .throttling import Allowance

# A minute is as long as somebody may miss a publication; an answer from a release that was named is for good.
CACHE_NEWEST = "public, max-age=60"
CACHE_RELEASE = "public, max-age=86400, immutable"
_responses = ResponseCache(8 * 1024 * 1024)  # the cards of all games are a tenth of that
_negotiated: dict[Hashable, "NegotiatedRequest"] = {}
MAX_UNDERSTOOD = 1_000
LONGEST_UNDERSTOOD = 500
"""Characters of a question whose meaning is kept."""


class BaseAPIView(APIView):
    """An address that takes certain parameters and answers every refusal with a problem."""

    parameters: ClassVar[tuple[QueryParameter, ...]] = (query_params.RELEASE,)
    limit: ClassVar[str] = "reading"
    query: dict[str, Any]
    spent: Allowance | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer a request, then have it and its view name themselves and each other no longer.

        They would stay, with all that was read and what is answered, until the collector comes by: megabytes each time.
        """
        response = super().dispatch(request, *args, **kwargs)
        self.request.parser_context.clear()
        vars(self).pop("head", None)  # which Django made of `get`
        return response

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Count the question, then find out what it means."""
        self.spend(request)
        self.understand(request)

    def understand(self, request: Request) -> None:
        """Negotiate the content as the framework does, then read the parameters.

        A method that there is none of has no parameters: it is refused for what it is, whatever stands behind it.
        """
        super().initial(request, *self.args, **self.kwargs)
        taken = request.method != "OPTIONS" and request.method in self.allowed_methods
        self.query = query_params.read(self.parameters, request.query_params) if taken else {}

    def spend(self, request: Request, cost: int = 1) -> None:
        """Count what is asked against the limit of this address. Raises RateLimitExceeded.

        To delete has a limit of its own: whatever else was asked for, an account can be emptied.
        """
        policy = "ending" if request.method == "DELETE" else self.limit
        self.spent = throttling.throttle(policy, get_ident(request._request), cost)

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Return the framework's headers and the policy of answers that are no pages."""
        return {**super().default_response_headers, **API_CONTENT_POLICY}

    def finalize_response(self, request: Request, response: HttpResponse, *args: Any, **kwargs: Any) -> HttpResponse:
        """Finish an answer as the framework does, and say what is left of the limit."""
        if self.spent:
            self.headers = {**self.headers, **self.spent.headers()}
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Say which methods there are; the header Allow is on every answer."""
        return HttpResponse(content_type="application/json")


class NegotiatedRequest(NamedTuple):
    """What the words of a question came to mean: how it is answered, and the parameters."""

    renderer: Any
    media_type: str
    query: dict[str, Any]


class CachedReadView(BaseAPIView):
    """A read of one release, open to all: computed once, kept, and answered 304 to whoever has it already."""

    def understand(self, request: Request) -> None:
        """Understand a question; one that was asked in the same words before means the same."""
        words = self._words(request)
        meant = _negotiated.get(words)
        if meant is None:
            super().understand(request)
            _keep(words, NegotiatedRequest(request.accepted_renderer, request.accepted_media_type, self.query))
        else:
            request.accepted_renderer, request.accepted_media_type, self.query = meant

    def _words(self, request: Request) -> tuple[Hashable, ...]:
        """Return all that a question says beside its address: nothing else makes a difference to what it means."""
        given = request.META
        return (
            type(self),
            request.method,
            given.get("QUERY_STRING"),
            given.get("HTTP_ACCEPT"),
            given.get("CONTENT_TYPE"),
        )

    def get(self, request: Request, **address: Any) -> HttpResponse:
        """Answer from the release asked for."""
        snapshot = snapshots.at(self.release())
        key: Hashable = (type(self), snapshot, *self._identity(address))
        answer = _responses.get(key, lambda: self.answer(snapshot, **address))
        headers = {
            "Muster-Release": str(snapshot.release),
            "Cache-Control": CACHE_NEWEST if self.release() is None else CACHE_RELEASE,
        }
        return conditional_response(request, answer, headers)

    def release(self) -> int | None:
        """Return the number of the release asked for; None for the newest."""
        return self.query.get("release")

    def answer(self, snapshot: Snapshot, **address: Any) -> CachedResponse:
        """Return what is sent, which depends on nothing but the release, the address and the parameters."""
        raise NotImplementedError

    def _identity(self, address: dict[str, Any]) -> Iterator[Hashable]:
        yield from sorted(address.items())
        yield from sorted(self.query.items())


def _keep(words: tuple[Hashable, ...], meant: NegotiatedRequest) -> None:
    if sum(len(one) for one in words if isinstance(one, str)) <= LONGEST_UNDERSTOOD:
        if len(_negotiated) >= MAX_UNDERSTOOD:
            _negotiated.clear()
        _negotiated[words] = meant


def conditional_response(request: Request, answer: CachedResponse, headers: Mapping[str, str]) -> HttpResponse:
    """Return an answer with its ETag, or 304 without a body to a client that says it holds it."""
    etag = f'"{answer.mark}"'
    every = {"ETag": etag, **headers, **answer.headers}
    given = request.META.get("HTTP_IF_NONE_MATCH")
    if given is not None and _holds(parse_etags(given), etag):
        return HttpResponse(status=304, headers=every)
    return HttpResponse(answer.body, status=answer.status, content_type=answer.content_type, headers=every)


def _holds(known: list[str], etag: str) -> bool:
    return "*" in known or etag in known or f"W/{etag}" in known
