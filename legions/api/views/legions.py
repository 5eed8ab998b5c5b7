"""Kept legions: listed, made, read, changed, thrown away and brought back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from catalog.faults import Malformed
from legions import keeping, services
from legions.models import Legion
from rulesapi.kept import mark
from rulesapi.renderers import dumps

from .. import bodies, documents, lists, once
from ..bodies import Asked
from ..changes import Sent
from ..endpoint import PRIVATE, Private, answer, full, kept, mark_of


class Legions(Private):
    """The legions of who shows a token."""

    takes = {"get": lists.PARAMETERS}

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of them, those made last first."""
        page = lists.page(self.holder, self.query, request.path)
        return answer(request, page, mark(dumps(page)))

    def post(self, request: Request) -> HttpResponse:
        """Keep one more; with an Idempotency-Key the same request sent again makes no second one."""
        asked = bodies.whole(request)
        key = once.key_of(request)

        @transaction.atomic
        def how() -> once.Made:
            legion = self._created(asked)
            return once.Made(legion.pk, dumps(documents.whole(legion)).decode(), mark_of(legion))

        return once.answered(once.make(user=request.user, key=key, asked=request.data, how=how))

    def _created(self, asked: Asked) -> Legion:
        try:
            what = gettext("Made by {name}.").format(name=self.request.auth.name)
            legion = services.create(holder=self.holder, document=asked.legion, what=what)
        except Malformed as error:
            raise bodies.places(error) from error
        except services.Refused as error:
            raise full(error) from error
        _put(legion, asked, self.holder)
        return legion


class OneLegion(Private):
    """One legion, its document included."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Return the headers of every answer, and which patches are taken."""
        return {**super().default_response_headers, "Accept-Patch": f"{bodies.MERGE_PATCH}, {bodies.JSON_PATCH}"}

    def get_parsers(self) -> list[Any]:
        """Return what reads the body of this method."""
        return [parser() for parser in bodies.PARSERS.get(str(self.request.method), self.parser_classes)]

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with the newest state."""
        legion = self.held(pk)
        return answer(request, documents.whole(legion), mark_of(legion))

    def put(self, request: Request, pk: UUID) -> HttpResponse:
        """Make the whole of it what is sent."""
        asked = bodies.whole(request)
        return self._changed(request, pk, lambda _legion: asked)

    def patch(self, request: Request, pk: UUID) -> HttpResponse:
        """Change what a patch names."""
        patch = bodies.patch_of(request)
        return self._changed(request, pk, patch.of)

    @transaction.atomic
    def delete(self, request: Request, pk: UUID) -> HttpResponse:
        """Throw it away."""
        legion = self.held(pk, to_change=True)
        self.based(mark_of(legion))
        services.delete(legion=kept(legion))
        return HttpResponse(status=204, headers=PRIVATE)

    @transaction.atomic
    def _changed(self, request: Request, pk: UUID, asked_of: Callable[[Legion], Asked]) -> HttpResponse:
        """Change the legion that nobody else changes meanwhile, or nothing at all. The body is read already."""
        legion = self.held(pk, to_change=True)
        self.based(mark_of(legion))
        asked = asked_of(kept(legion))
        change = Sent(asked.legion, request.auth.name)
        try:
            services.edit(legion=legion, base=legion.version, change=change)
        except Malformed as error:
            raise bodies.places(error) from error
        _put(legion, asked, self.holder)
        return answer(request, documents.whole(legion), mark_of(legion))


class Undelete(Private):
    """The way back out of the trash."""

    @transaction.atomic
    def post(self, request: Request, pk: UUID) -> HttpResponse:
        """Bring it back as it was."""
        legion = self.held(pk, to_change=True)
        self.based(mark_of(legion))
        services.undelete(legion=legion)
        legion.refresh_from_db()
        return answer(request, documents.whole(legion), mark_of(legion))


def _put(legion: Legion, asked: Asked, holder: services.Holder) -> None:
    """Keep a legion where it is asked to be."""
    keeping.Move(asked.folder).do(legion, holder)
    keeping.Archive(away=asked.archived).do(legion, holder)
