"""API views for copies and variants of a saved list."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors, response
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import digest_etag
from catalog.snapshots import MAX_NUMBER
from legions.api_base import idempotency
from legions.api_base.headers import IDEMPOTENCY_KEY
from legions.api_base.views import private_response
from legions.my_lists import api_documents
from legions.my_lists.history_api_views import state_or_404
from legions.saved_lists import bulk_actions, services
from legions.saved_lists.api_views import LegionAPIView, etag_of
from legions.saved_lists.lookup import require_not_deleted
from legions.saved_lists.models import Legion

STATE = query_params.number("state", "The state that the variant starts from. Default: the newest.", 1, MAX_NUMBER)


class LegionCopies(LegionAPIView):
    """The copies of a list."""

    posts_without_body = True

    @extend_schema(
        operation_id="copyLegion",
        summary="Copy a legion",
        description=(
            "The copy has the newest state, the same folder, and a name that marks it as a copy. The original stays "
            "unchanged."
        ),
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: response("KeptLegion", "The legion is saved."),
            **errors("invalid-question", "not-found", "thrown-away", "too-many-legions"),
        },
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Save a copy in the same folder, with a name that says so."""

        def copied(legion: Legion) -> Legion:
            return services.copy_legion(
                document=legion.document, holder=self.holder, origin=legion, folder=legion.folder
            )

        return _made(self, request, pk, {"copy": str(pk)}, copied)


class LegionVariants(LegionAPIView):
    """The variants of a list."""

    posts_without_body = True
    method_parameters = {"post": (STATE,)}

    @extend_schema(
        operation_id="listVariants",
        summary="List the variants of a legion",
        description="The legion and all variants started from it or from one of its variants, the oldest first.",
        responses={200: component("KeptLegionList"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Return the list and its variants, the first one first."""
        found = Legion.objects.held_by(self.holder).family(self.own_legion(pk))
        rows = [
            api_documents.list_item(row)
            for row in found.values(*api_documents.LIST_COLUMNS, **api_documents.DOCUMENT_COLUMNS)
        ]
        return private_response(request, {"next": None, "results": rows}, digest_etag(dumps(rows)))

    @extend_schema(
        operation_id="startVariant",
        summary="Start a variant",
        description=(
            "A variant is a legion of its own, started from the newest state of the original or from the state that "
            "`state` names. To see the differences, compare the documents."
        ),
        parameters=[IDEMPOTENCY_KEY],
        responses={
            201: response("KeptLegion", "The legion is saved."),
            **errors("invalid-question", "not-found", "thrown-away", "too-many-legions"),
        },
    )
    def post(self, request: Request, pk: UUID) -> Response:
        """Save a variant of the newest state or an earlier one."""
        number = self.query.get("state")

        def started(legion: Legion) -> Legion:
            state_or_404(legion, number or legion.version)
            return bulk_actions.create_variant(legion=legion, holder=self.holder, number=number)

        return _made(self, request, pk, {"variant": str(pk), "state": number}, started)


def _made(
    view: LegionAPIView, request: Request, pk: UUID, payload: dict[str, object], make: Callable[[Legion], Legion]
) -> Response:
    """Create a list, once per idempotency key. Raises Http404, ProblemError for a list in the trash, TooManyLegions."""

    @transaction.atomic
    def how() -> idempotency.CreatedResult:
        legion = make(require_not_deleted(view.own_legion(pk)))
        return idempotency.CreatedResult(
            legion.pk, dumps(api_documents.legion_document(legion)).decode(), etag_of(legion)
        )

    return idempotency.created_response(
        idempotency.create_once(user=request.user, key=idempotency.idempotency_key(request), payload=payload, how=how)
    )
