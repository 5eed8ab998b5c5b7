"""Kept legions: listed, made, read, changed, thrown away and brought back."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from catalog.api_base.renderers import dumps
from catalog.api_base.response_cache import digest_etag
from catalog.documents.errors import InvalidInput
from legions.saved_lists import bulk_actions, services
from legions.saved_lists.models import Legion

from ..api_base import idempotency, pagination
from ..api_base.views import (
    PRIVATE_HEADERS,
    PrivateAPIView,
    etag_of,
    private_response,
    quota_problem,
    require_not_deleted,
)
from . import api_bodies, api_documents
from .api_bodies import ListBody
from .api_changes import ReplaceDocument


class LegionList(PrivateAPIView):
    """The legions of who shows a token."""

    takes = {"get": pagination.PARAMETERS}

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of them, those made last first."""
        page = pagination.legions_page(self.holder, self.query, request.path)
        return private_response(request, page, digest_etag(dumps(page)))

    def post(self, request: Request) -> HttpResponse:
        """Keep one more; with an Idempotency-Key the same request sent again makes no second one."""
        asked = api_bodies.parse_body(request)
        key = idempotency.idempotency_key(request)

        @transaction.atomic
        def how() -> idempotency.CreatedResult:
            legion = self._created(asked)
            return idempotency.CreatedResult(
                legion.pk, dumps(api_documents.legion_document(legion)).decode(), etag_of(legion)
            )

        return idempotency.created_response(
            idempotency.create_once(user=request.user, key=key, asked=request.data, how=how)
        )

    def _created(self, asked: ListBody) -> Legion:
        try:
            what = gettext("Made by {name}.").format(name=self.request.auth.name)
            legion = services.create_legion(holder=self.holder, document=asked.legion, what=what)
        except InvalidInput as error:
            raise api_bodies.with_body_pointers(error) from error
        except services.ActionRefused as error:
            raise quota_problem(error) from error
        _put(legion, asked, self.holder)
        return legion


class LegionDetail(PrivateAPIView):
    """One legion, its document included."""

    @property
    def default_response_headers(self) -> dict[str, str]:
        """Return the headers of every answer, and which patches are taken."""
        return {
            **super().default_response_headers,
            "Accept-Patch": f"{api_bodies.MERGE_PATCH}, {api_bodies.JSON_PATCH}",
        }

    def get_parsers(self) -> list[Any]:
        """Return what reads the body of this method."""
        return [parser() for parser in api_bodies.PARSERS.get(str(self.request.method), self.parser_classes)]

    def get(self, request: Request, pk: UUID) -> HttpResponse:
        """Answer with the newest state."""
        legion = self.held(pk)
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))

    def put(self, request: Request, pk: UUID) -> HttpResponse:
        """Make the whole of it what is sent."""
        asked = api_bodies.parse_body(request)
        return self._changed(request, pk, lambda _legion: asked)

    def patch(self, request: Request, pk: UUID) -> HttpResponse:
        """Change what a patch names."""
        patch = api_bodies.parse_patch(request)
        return self._changed(request, pk, patch.of)

    @transaction.atomic
    def delete(self, request: Request, pk: UUID) -> HttpResponse:
        """Throw it away."""
        legion = self.held(pk, to_change=True)
        self.based(etag_of(legion))
        services.delete_legion(legion=require_not_deleted(legion))
        return HttpResponse(status=204, headers=PRIVATE_HEADERS)

    @transaction.atomic
    def _changed(self, request: Request, pk: UUID, asked_of: Callable[[Legion], ListBody]) -> HttpResponse:
        """Change the legion that nobody else changes meanwhile, or nothing at all. The body is read already."""
        legion = self.held(pk, to_change=True)
        self.based(etag_of(legion))
        asked = asked_of(require_not_deleted(legion))
        change = ReplaceDocument(asked.legion, request.auth.name)
        try:
            services.edit_legion(legion=legion, base=legion.version, change=change)
        except InvalidInput as error:
            raise api_bodies.with_body_pointers(error) from error
        _put(legion, asked, self.holder)
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))


class LegionUndelete(PrivateAPIView):
    """The way back out of the trash."""

    @transaction.atomic
    def post(self, request: Request, pk: UUID) -> HttpResponse:
        """Bring it back as it was."""
        legion = self.held(pk, to_change=True)
        self.based(etag_of(legion))
        services.undelete_legion(legion=legion)
        legion.refresh_from_db()
        return private_response(request, api_documents.legion_document(legion), etag_of(legion))


def _put(legion: Legion, asked: ListBody, holder: services.Holder) -> None:
    """Keep a legion where it is asked to be."""
    bulk_actions.MoveToFolder(asked.folder).do(legion, holder)
    bulk_actions.ArchiveAction(away=asked.archived).do(legion, holder)
