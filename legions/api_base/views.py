"""Base view and helpers of the API for people's own data: preconditions, lookups and responses."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar, cast

from django.db.models import Model, QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.etags import names_state
from catalog.api_base.problems import ProblemError
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.renderers import dumps
from catalog.api_base.request_body import refuse_body
from catalog.api_base.response_cache import CachedResponse, digest_etag
from catalog.api_base.views import BaseAPIView, conditional_response
from catalog.permissions import current_user
from legions.accounts.holders import Holder
from legions.api_base.headers import OF_LEGIONS
from legions.api_base.pagination import NumberPagination
from legions.api_base.permissions import HasTokenScope
from legions.api_tokens.authentication import BearerTokenAuthentication
from legions.api_tokens.models import Scope, Token

SomeModel = TypeVar("SomeModel", bound=Model)
PRIVATE_HEADERS = {"Cache-Control": "no-store, private"}


@extend_schema(tags=["Legions"], parameters=OF_LEGIONS)
class PrivateAPIView(BaseAPIView):
    """The base view for people's own data: with token authentication, query parameters by method, and no caching.

    `required_scopes` are the scopes for reading and for changing.
    """

    authentication_classes = (BearerTokenAuthentication,)
    permission_classes = (HasTokenScope,)
    response_headers = ("ETag",)
    pagination_class: ClassVar[type[NumberPagination]] = NumberPagination
    required_scopes: ClassVar[tuple[Scope, Scope]] = (Scope.READ, Scope.LEGIONS)
    method_parameters: ClassVar[Mapping[str, tuple[QueryParameter, ...]]] = {}
    posts_without_body: ClassVar[bool] = False
    """True if a POST has no body: one that is sent is refused, because it would be ignored."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Do the checks of every API view, and refuse a body that would be ignored."""
        super().initial(request, *args, **kwargs)
        if self.posts_without_body and request.method == "POST":
            refuse_body(request, [parameter.name for parameter in self.get_parameters()])

    def get_parameters(self) -> tuple[QueryParameter, ...]:
        """Return the query parameters of the requested method."""
        method = "get" if self.request.method == "HEAD" else str(self.request.method).lower()
        return self.method_parameters.get(method, ())

    def get_throttle_scope(self) -> str:
        """Return the rate limit policy of the request."""
        return "reading" if self.request.method in SAFE_METHODS else "keeping"

    def paginated_response(self, queryset: Any, item: Callable[[Any], dict[str, Any]]) -> Response:
        """Return a page of the queryset, each row converted by `item`. Raises InvalidInput for an invalid cursor."""
        paginator = self.pagination_class()
        rows = paginator.paginate_queryset(queryset, self.request, view=self)
        page = paginator.page_document([item(row) for row in rows])
        return private_response(self.request, page, digest_etag(dumps(page)))

    @property
    def holder(self) -> Holder:
        """The holder of the legions, which is the token's owner."""
        return Holder(user=current_user(self.request))

    @property
    def token(self) -> Token:
        """The token of the request."""
        return cast("Token", self.request.auth)

    def check_if_match(self, etag: str) -> None:
        """Raise ProblemError unless If-Match contains the current `etag`."""
        if_match = self.request.headers.get("If-Match")
        if if_match is None:
            raise ProblemError("version-needed")
        if not names_state(if_match, etag):
            raise ProblemError("changed-meanwhile", headers={"ETag": f'"{etag}"'})


def get_or_404(queryset: QuerySet[SomeModel], pk: Any, message: str, *, to_change: bool = False) -> SomeModel:
    """Return the row with this primary key, locked until the end of the transaction if `to_change`.

    Raises Http404 with `message`, alike for a missing row and for a row of another person.
    """
    row = (queryset.select_for_update(of=("self",)) if to_change else queryset).filter(pk=pk).first()
    if row is None:
        raise Http404(message)
    return row


def private_response(
    request: Request, value: Any, etag: str, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return private JSON with its ETag, or 304 if a reading client has this version."""
    headers = {**PRIVATE_HEADERS, **(headers or {})}
    if request.method in SAFE_METHODS:
        return conditional_response(request, CachedResponse(dumps(value), etag, status=status), headers)
    return Response(value, status=status, headers={**headers, "ETag": f'"{etag}"'})
