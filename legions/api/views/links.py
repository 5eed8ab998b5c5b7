"""The link of a legion for others: made, replaced and ended; and what everybody reads under it."""

from uuid import UUID

from django.db import transaction
from django.http import Http404, HttpResponse
from rest_framework.request import Request

from catalog.faults import Fault, Malformed, point
from legions import services
from legions.models import Legion
from rulesapi.kept import mark
from rulesapi.problems import Refusal
from rulesapi.renderers import dumps
from rulesapi.views.base import Endpoint
from rulesapi.views.bodies import read_object

from .. import documents
from ..endpoint import PRIVATE, Private, answer, kept

FIELDS = ("public", "shows_collection")


class Link(Private):
    """How a legion is shared."""

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with the link, if there is one."""
        return _linked(request, self.held(pk))

    def put(self, request: Request, pk: UUID) -> HttpResponse:
        """Have a link, made where there is none, and say what it shows and whether everybody finds it."""
        return self._shared(request, pk, _asked(request))

    @transaction.atomic
    def _shared(self, request: Request, pk: UUID, asked: dict[str, bool]) -> HttpResponse:
        legion = self._to_change(pk)
        services.share(legion=legion)
        services.show_collection(legion=legion, shown=asked["shows_collection"])
        try:
            (services.publish if asked["public"] else services.unlist)(legion=legion)
        except services.Refused as error:
            raise Refusal("forbidden", detail=str(error)) from error
        return _linked(request, legion)

    @transaction.atomic
    def post(self, request: Request, pk: UUID) -> HttpResponse:
        """Have another link in place of the one there is, which is ended."""
        legion = self._to_change(pk)
        services.rotate(legion=legion)
        return _linked(request, legion)

    @transaction.atomic
    def delete(self, request: Request, pk: UUID) -> HttpResponse:
        """End the link: who opens it is told so. Without one nothing is changed."""
        services.revoke(legion=self._to_change(pk))
        return HttpResponse(status=204, headers=PRIVATE)

    def _to_change(self, pk: UUID) -> Legion:
        legion = self.held(pk, to_change=True)
        self.based(_mark(legion))
        return kept(legion)


class SharedLegion(Endpoint):
    """A legion that is shared, read by whoever has its link, without a token."""

    parameters = ()

    def get(self, request: Request, key: str) -> HttpResponse:
        """Answer with what everybody sees under the link. A wrong key counts as ten questions."""
        legion = Legion.objects.under(key)
        if legion is None:
            if services.was_ended(key):
                raise Refusal("link-ended")
            self.spend(request, 10)
            raise Http404("There is no such link.")
        by = services.display_name(legion.owner) if legion.owner else ""
        shown = documents.shared(legion, by, services.badge_of(legion.owner))
        return answer(request, shown, mark(dumps(shown)), **{"X-Robots-Tag": "noindex, nofollow"})


def _asked(request: Request) -> dict[str, bool]:
    """Return what the link is to show. Raises Malformed."""
    asked, faults = read_object(request, FIELDS, ())
    faults += [
        Fault(point(name), "wrong-type", "Expected true or false.")
        for name in FIELDS
        if not isinstance(asked.get(name, False), bool)
    ]
    if faults:
        raise Malformed("invalid-question", faults)
    return {name: asked.get(name, False) for name in FIELDS}


def _linked(request: Request, legion: Legion) -> HttpResponse:
    return answer(request, documents.link(legion), _mark(legion))


def _mark(legion: Legion) -> str:
    return mark(dumps(documents.link(legion)))
