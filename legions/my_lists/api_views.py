"""API views of saved lists: list, create, read, change, delete and restore."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base.openapi.operations import LEGION_ERRORS, body, component, errors, response
from catalog.api_base.renderers import dumps
from catalog.documents.errors import InvalidInput
from legions.accounts.holders import Holder
from legions.api_base import idempotency
from legions.api_base.headers import IDEMPOTENCY_KEY, IF_MATCH
from legions.api_base.views import PRIVATE_HEADERS, private_response
from legions.my_lists import api_bodies, api_documents
from legions.my_lists.api_bodies import JSONPatchParser, ListBody, MergePatchParser
from legions.my_lists.api_changes import ReplaceDocument
from legions.my_lists.filters import PARAMETERS, LegionPagination, filter_legions
from legions.saved_lists import bulk_actions, services
from legions.saved_lists.api_views import LegionAPIView, etag_of
from legions.saved_lists.lookup import require_not_deleted
from legions.saved_lists.models import Legion


class LegionList(LegionAPIView):
    """The lists of the token's owner."""

    method_parameters = {"get": PARAMETERS}
    pagination_class = LegionPagination

    @extend_schema(
        operation_id="listLegions",
        summary="List your legions",
        description=(
            "The newest come first; legions in the trash are left out. Entries have no documents, but the address of "
            "each legion. The list has no release, because each legion has its own. If you follow `next`, you see each "
            "legion once."
        ),
        responses={200: component("KeptLegionList")},
    )
    def get(self, request: Request) -> Response:
        """Return a page of lists, the newest first."""
        return self.paginated_response(filter_legions(self.holder, self.query), api_documents.list_item)

    @extend_schema(
        operation_id="keepLegion",
        summary="Save a legion",
        description="The legion is saved whether it is legal or not. If it names no release, it gets the newest.",
        parameters=[IDEMPOTENCY_KEY],
        request=body("LegionToKeep"),
        responses={
            201: response("KeptLegion", "The legion is saved."),
            **errors(*LEGION_ERRORS, "invalid-question", "unknown-release", "too-many-legions"),
        },
    )
    def post(self, request: Request) -> Response:
        """Save a list; a repeated request with the same Idempotency-Key does not save another one."""
        list_body = api_bodies.parse_body(request)
        key = idempotency.idempotency_key(request)

        @transaction.atomic
        def how() -> idempotency.CreatedResult:
            legion = self._created(list_body)
            return idempotency.CreatedResult(
                legion.pk, dumps(api_documents.legion_document(legion)).decode(), etag_of(legion)
            )

        return idempotency.created_response(
            idempotency.create_once(user=request.user, key=key, payload=request.data, how=how)
        )

    def _created(self, list_body: ListBody) -> Legion:
        try:
            what = gettext("Made by {name}.").format(name=self.token.name)
            legion = services.create_legion(holder=self.holder, document=list_body.legion, what=what)
        except InvalidInput as error:
            raise api_bodies.with_body_pointers(error) from error
        _put(legion, list_body, self.holder)
        return legion


class LegionDetail(LegionAPIView):
    """A list with its document."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        """The response headers, with the accepted patch formats."""
        return {
            **super().default_response_headers,
            "Accept-Patch": f"{api_bodies.MERGE_PATCH}, {api_bodies.JSON_PATCH}",
        }

    def get_parsers(self) -> list[Any]:
        """Return the parsers for the method of the request."""
        method = (self.request and self.request.method) or ""  # there is no request while the schema is generated
        return [parser() for parser in api_bodies.PARSERS.get(method, self.parser_classes)]

    @extend_schema(
        operation_id="getLegion",
        summary="Read one of your legions",
        description="The newest state, also of a legion in the trash. A legion of another account is not found.",
        responses={200: component("KeptLegion"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        legion = self.own_legion(pk)
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))

    @extend_schema(
        operation_id="replaceLegion",
        summary="Replace a legion",
        description=(
            "Fields that the body leaves out are removed, except the release: a legion keeps its own until you name "
            "another. Each change is a state in the history."
        ),
        parameters=[IF_MATCH],
        request=body("LegionToKeep"),
        responses={
            200: component("KeptLegion"),
            **errors(
                *LEGION_ERRORS, "invalid-question", "unknown-release", "not-found", "thrown-away", "too-many-legions"
            ),
        },
    )
    def put(self, request: Request, pk: UUID) -> Response:
        """Replace the list by the body."""
        list_body = api_bodies.parse_body(request)
        return self._changed(request, pk, lambda _legion: list_body)

    @extend_schema(
        operation_id="patchLegion",
        summary="Change parts of a legion",
        description=(
            "Send a JSON Merge Patch or a JSON Patch of up to 100 operations. Either all of it is applied or nothing."
        ),
        parameters=[IF_MATCH],
        request={
            MergePatchParser.media_type: component("LegionMergePatch"),
            JSONPatchParser.media_type: component("LegionJSONPatch"),
        },
        responses={
            200: component("KeptLegion"),
            **errors(
                *LEGION_ERRORS,
                "invalid-question",
                "unknown-release",
                "not-found",
                "thrown-away",
                "too-many-legions",
                "invalid-patch",
                "patch-does-not-fit",
            ),
        },
    )
    def patch(self, request: Request, pk: UUID) -> Response:
        """Apply a patch to the list."""
        patch = api_bodies.parse_patch(request)
        return self._changed(request, pk, patch.of)

    @extend_schema(
        operation_id="deleteLegion",
        summary="Delete a legion",
        description=(
            "The legion goes to the trash and can be restored for 30 days. Until then its link does not show it."
        ),
        parameters=[IF_MATCH],
        responses={204: response("", "The legion is in the trash."), **errors("not-found", "thrown-away")},
    )
    @transaction.atomic
    def delete(self, request: Request, pk: UUID) -> Response:
        """Move the list to the trash."""
        legion = self.own_legion(pk, to_change=True)
        self.check_if_match(etag_of(legion))
        services.delete_legion(legion=require_not_deleted(legion))
        return Response(status=204, headers=PRIVATE_HEADERS)

    @transaction.atomic
    def _changed(self, request: Request, pk: UUID, read_body: Callable[[Legion], ListBody]) -> Response:
        """Lock a list until the end of the transaction, and change it to the result of `read_body`."""
        legion = self.own_legion(pk, to_change=True)
        self.check_if_match(etag_of(legion))
        list_body = read_body(require_not_deleted(legion))
        change = ReplaceDocument(list_body.legion, self.token.name)
        try:
            services.edit_legion(legion=legion, base=legion.version, change=change)
        except InvalidInput as error:
            raise api_bodies.with_body_pointers(error) from error
        _put(legion, list_body, self.holder)
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))


class LegionUndelete(LegionAPIView):
    """The restoration of a list from the trash."""

    posts_without_body = True

    @extend_schema(
        operation_id="undeleteLegion",
        summary="Restore a legion",
        description="The legion leaves the trash, with its link. A legion that is not in the trash stays unchanged.",
        parameters=[IF_MATCH],
        responses={200: component("KeptLegion"), **errors("invalid-question", "not-found")},
    )
    @transaction.atomic
    def post(self, request: Request, pk: UUID) -> Response:
        legion = self.own_legion(pk, to_change=True)
        self.check_if_match(etag_of(legion))
        services.undelete_legion(legion=legion)
        legion.refresh_from_db()
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))


def _put(legion: Legion, list_body: ListBody, holder: Holder) -> None:
    """Set the folder and the archive state of a list."""
    bulk_actions.MoveToFolder(list_body.folder).do(legion, holder)
    bulk_actions.ArchiveAction(away=list_body.archived).do(legion, holder)
