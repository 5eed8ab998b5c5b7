"""The history of a legion: the states that it was in, one of them, and what differs between two."""

from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework.request import Request

from legions.models import Legion, LegionRevision
from rulesapi import parameters
from rulesapi.kept import mark
from rulesapi.renderers import dumps
from rulesapi.snapshots import LARGEST

from .. import documents, lists
from ..endpoint import Private, answer

BEFORE = parameters.number(
    "before", "The state that it is compared from. Left out: the one before `after`.", 1, LARGEST
)
AFTER = parameters.number("after", "The state that it is compared with. Left out: the newest.", 1, LARGEST)
NO_STATE = "There is no such state."


class States(Private):
    """Every state that a legion was in."""

    takes = {"get": (parameters.LIMIT, lists.CURSOR)}

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with a page of them, the newest first."""
        page = lists.states(self.held(pk), self.query, request.path)
        return answer(request, page, mark(dumps(page)))


class OneState(Private):
    """One state that a legion was in."""

    def get(self, request: Request, pk: UUID, number: int) -> HttpResponse:
        """Answer with the document as it was."""
        found = documents.state(state_of(self.held(pk), number))
        return answer(request, found, mark(dumps(found)))


class Differences(Private):
    """What differs between two states of a legion."""

    takes = {"get": (BEFORE, AFTER)}

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with each place at which they differ; `before` left out is the state before `after`."""
        legion = self.held(pk)
        after = self.query.get("after", legion.version)
        before = self.query.get("before", max(1, after - 1))
        found = documents.compared(state_of(legion, before), state_of(legion, after))
        return answer(request, found, mark(dumps(found)))


def state_of(legion: Legion, number: int) -> LegionRevision:
    """Return a state of a legion. Raises Http404."""
    found = legion.state_at(number)
    if found is None:
        raise Http404(NO_STATE)
    return found
