"""Copies of a kept legion: beside it, and as a variant of it; and the variants there are."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from rest_framework.request import Request

from legions import keeping, services
from legions.models import Legion
from rulesapi import parameters
from rulesapi.kept import mark
from rulesapi.renderers import dumps
from rulesapi.snapshots import LARGEST

from .. import documents, once
from ..endpoint import Private, answer, full, kept, mark_of
from .history import state_of

STATE = parameters.number("state", "The state that it starts from. Left out: the newest.", 1, LARGEST)


class Copies(Private):
    """A copy of a legion."""

    def post(self, request: Request, pk: UUID) -> HttpResponse:
        """Keep one in the same folder, under a name that says so."""

        def copied(legion: Legion) -> Legion:
            where = {"origin": legion, "folder": legion.folder}
            return services.copy(document=legion.document, holder=self.holder, **where)

        return _made(self, request, pk, {"copy": str(pk)}, copied)


class Variants(Private):
    """A legion beside others that were made from it."""

    takes = {"post": (STATE,)}

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with the legion and its variants, the first one first."""
        found = Legion.objects.held_by(self.holder).family(self.held(pk))
        rows = [documents.line(row) for row in found.values(*documents.LINE, **documents.IN_DOCUMENT)]
        return answer(request, {"next": None, "results": rows}, mark(dumps(rows)))

    def post(self, request: Request, pk: UUID) -> HttpResponse:
        """Start a variant, from the newest state or an earlier one."""
        number = self.query.get("state")

        def started(legion: Legion) -> Legion:
            state_of(legion, number or legion.version)
            return keeping.branch(legion=legion, holder=self.holder, number=number)

        return _made(self, request, pk, {"variant": str(pk), "state": number}, started)


def _made(
    view: Private, request: Request, pk: UUID, asked: dict[str, object], make: Callable[[Legion], Legion]
) -> HttpResponse:
    """Make one, once for an idempotency key. Raises Http404, and Refusal for one in the trash or one too many."""

    @transaction.atomic
    def how() -> once.Made:
        try:
            legion = make(kept(view.held(pk)))
        except services.Refused as error:
            raise full(error) from error
        return once.Made(legion.pk, dumps(documents.whole(legion)).decode(), mark_of(legion))

    return once.answered(once.make(user=request.user, key=once.key_of(request), asked=asked, how=how))
