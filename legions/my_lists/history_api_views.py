"""API views of the history of a list: its states, one state, and the differences of two."""

from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import digest_etag
from catalog.snapshots import MAX_NUMBER
from legions.api_base.pagination import CURSOR_PARAMETER, NumberPagination
from legions.api_base.views import private_response
from legions.my_lists import api_documents
from legions.saved_lists.api_views import LegionAPIView
from legions.saved_lists.models import Legion, LegionRevision

BEFORE = query_params.number("before", "The earlier state. Default: the one before `after`.", 1, MAX_NUMBER)
AFTER = query_params.number("after", "The later state. Default: the newest.", 1, MAX_NUMBER)
STATE_NOT_FOUND = "There is no such state."


class StatePagination(NumberPagination):
    """The pagination of states by number."""

    field = "number"


class StateList(LegionAPIView):
    """The states of a list."""

    pagination_class = StatePagination
    method_parameters = {"get": (query_params.LIMIT, CURSOR_PARAMETER)}

    @extend_schema(
        operation_id="listStates",
        summary="List the states of a legion",
        description="All states of the legion, the newest first. A state never changes.",
        responses={200: component("LegionStateList"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Return a page of states, the newest first."""
        return self.paginated_response(self.own_legion(pk).revisions.defer("document"), api_documents.state_item)


class StateDetail(LegionAPIView):
    """A state of a list."""

    @extend_schema(
        operation_id="getState",
        summary="Read a state of a legion",
        description="The document of that state. To restore it, send it with PUT.",
        responses={200: component("LegionState"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID, number: int) -> Response:
        """Return the document of the state."""
        found = api_documents.state_document(state_or_404(self.own_legion(pk), number))
        return private_response(request, found, digest_etag(dumps(found)))


class StateDifferences(LegionAPIView):
    """The differences of two states of a list."""

    method_parameters = {"get": (BEFORE, AFTER)}

    @extend_schema(
        operation_id="compareStates",
        summary="Compare two states of a legion",
        description="The differences, place by place; a list that differs is given as a whole.",
        responses={200: component("LegionDifferences"), **errors("not-found")},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """Return the differences by pointer; without `before`, those to the state before `after`."""
        legion = self.own_legion(pk)
        after = self.query.get("after", legion.version)
        before = self.query.get("before", max(1, after - 1))
        found = api_documents.state_differences(state_or_404(legion, before), state_or_404(legion, after))
        return private_response(request, found, digest_etag(dumps(found)))


def state_or_404(legion: Legion, number: int) -> LegionRevision:
    """Return a state of a legion. Raises Http404."""
    found = legion.state_at(number)
    if found is None:
        raise Http404(STATE_NOT_FOUND)
    return found
