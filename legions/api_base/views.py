"""What the addresses of what is somebody's own have in common: which state is meant, and how it is answered."""

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
    """An address of what is somebody's own: with a token, each method with parameters of its own, and never kept.

    `required_scopes` are the scopes that read and that change.
    """

    authentication_classes = (BearerTokenAuthentication,)
    permission_classes = (HasTokenScope,)
    response_headers = ("ETag",)
    pagination_class: ClassVar[type[NumberPagination]] = NumberPagination
    required_scopes: ClassVar[tuple[Scope, Scope]] = (Scope.READ, Scope.LEGIONS)
    method_parameters: ClassVar[Mapping[str, tuple[QueryParameter, ...]]] = {}

    def get_parameters(self) -> tuple[QueryParameter, ...]:
        """Return the query parameters of the method that is requested."""
        method = "get" if self.request.method == "HEAD" else str(self.request.method).lower()
        return self.method_parameters.get(method, ())

    def get_throttle_scope(self) -> str:
        """Return the rate limit that the request counts against."""
        return "reading" if self.request.method in SAFE_METHODS else "keeping"

    def paginated_response(self, queryset: Any, item: Callable[[Any], dict[str, Any]]) -> Response:
        """Return a page of what is found, each as `item` tells it. Raises InvalidInput for a cursor that is none."""
        paginator = self.pagination_class()
        rows = paginator.paginate_queryset(queryset, self.request, view=self)
        page = paginator.page_document([item(row) for row in rows])
        return private_response(self.request, page, digest_etag(dumps(page)))

    @property
    def holder(self) -> Holder:
        """Whose legions are meant."""
        return Holder(user=current_user(self.request))

    @property
    def token(self) -> Token:
        """The token that came with the request."""
        return cast("Token", self.request.auth)

    def check_if_match(self, etag: str) -> None:
        """Raise ProblemError unless If-Match names `etag`, what there is now."""
        if_match = self.request.headers.get("If-Match")
        if if_match is None:
            raise ProblemError("version-needed")
        if not names_state(if_match, etag):
            raise ProblemError("changed-meanwhile", headers={"ETag": f'"{etag}"'})


def get_or_404(queryset: QuerySet[SomeModel], pk: Any, message: str, *, to_change: bool = False) -> SomeModel:
    """Return the row with this key, locked until the transaction ends where it is `to_change`.

    Raises Http404 with the message in the same way whether somebody else has such a row or nobody has.
    """
    row = (queryset.select_for_update(of=("self",)) if to_change else queryset).filter(pk=pk).first()
    if row is None:
        raise Http404(message)
    return row


def private_response(
    request: Request, value: Any, etag: str, *, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return JSON that belongs to somebody, under its ETag; 304 to who reads it and holds it already."""
    headers = {**PRIVATE_HEADERS, **(headers or {})}
    if request.method in SAFE_METHODS:
        return conditional_response(request, CachedResponse(dumps(value), etag, status=status), headers)
    return Response(value, status=status, headers={**headers, "ETag": f'"{etag}"'})
