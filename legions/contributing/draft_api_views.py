"""API views of the documents that a curator edits: list, read, write, discard, and move through the stages."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import documents as of_catalog
from catalog import permissions, publishing
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import body, component, errors, response
from catalog.api_base.problems import ProblemError
from catalog.api_base.query_params import QueryParameter
from catalog.api_base.request_body import raise_faults, read_fields
from catalog.documents import canonical
from catalog.documents.errors import Fault, InvalidInput
from catalog.models import DocumentType, Record, Revision
from catalog.models import Stage as Stages
from catalog.permissions import current_user
from catalog.publishing.releases import lock_writers
from legions.api_base import pagination
from legions.api_base.headers import IF_MATCH, IF_MATCH_OR_NOT, IF_NONE_MATCH, OF_DRAFTS
from legions.api_base.views import PRIVATE_HEADERS, private_response
from legions.contributing import draft_documents as documents
from legions.contributing.curation_api_views import CurationView

NOT_FOUND_MESSAGE = "There is no such document."
STAGE_TRANSITIONS: Mapping[str, Callable[..., Revision]] = {
    "put-up": publishing.submit_for_review,
    "take-back": publishing.withdraw_from_review,
    "approve": publishing.approve,
    "send-back": publishing.return_to_author,
}
"""The functions that move a draft to another stage."""

REMEDIES = {
    "stale-source": "For that, name {pointer} under sources_hold.",
    "unsourced": "Write the draft again with its source, or with unsourced_reason.",
}
"""Advice for API clients on faults by code, in addition to their messages."""


def _one_of(name: str, about: str, values: list[str]) -> QueryParameter:
    schema = {"type": "string", "pattern": f"^({'|'.join(values)})$", "maxLength": 20}
    return QueryParameter(name, about, {**schema, "title": f"one of: {', '.join(values)}"})


@extend_schema(parameters=OF_DRAFTS)
class DraftView(CurationView):
    """The base of the views of drafts."""

    def record(self, game: str, shelf: str, slug: str) -> Record:
        """Return a document that the user may write. Raises Http404 for others, and in the same way for unknown
        ones.
        """
        found = Record.objects.filter(game=game, document_type=shelf, slug=slug).first()
        if found is None or not self._writes(game, shelf) or publishing.current_revision(found) is None:
            raise Http404(NOT_FOUND_MESSAGE)
        return found

    def _writes(self, game: str, shelf: str) -> bool:
        return shelf in DocumentType.values and permissions.may_write(self.request.user, game, shelf)


class DraftList(DraftView):
    """The drafts of the user's games."""

    method_parameters = {
        "get": (
            query_params.slug("game", "Only results of this game."),
            _one_of("shelf", "Only documents of this type.", DocumentType.values),
            _one_of("stage", "Only drafts in this stage.", Stages.values),
            query_params.LIMIT,
            pagination.CURSOR_PARAMETER,
        )
    }

    @extend_schema(
        operation_id="listDrafts",
        summary="List the drafts",
        description="The drafts for the games that you curate; the newest come first.",
        responses={200: component("DraftList")},
    )
    def get(self, request: Request) -> Response:
        """Return a page of drafts, the newest first."""
        found = permissions.writable_drafts(request.user, Revision.objects.drafts()).select_related("record", "by")
        fields = {"game": "record__game", "shelf": "record__document_type", "stage": "stage"}
        conditions = {fields[name]: value for name, value in self.query.items() if name in fields}
        return self.paginated_response(found.filter(**conditions), documents.draft_item)


class DraftDetail(DraftView):
    """A document in the form that edits start from."""

    @extend_schema(
        operation_id="getDraft",
        summary="Read a draft",
        description="The draft, or the published document if there is no draft. The `ETag` is that of both.",
        responses={200: component("Draft"), **errors("not-found")},
    )
    def get(self, request: Request, game: str, shelf: str, slug: str) -> Response:
        """Return the draft of the document, or its published state if there is no draft."""
        return _draft_response(request, self.record(game, shelf, slug))

    @extend_schema(
        operation_id="writeDraft",
        summary="Write a draft",
        description=(
            "Replaces the draft, in any stage. Send `If-Match` for an existing document, `If-None-Match: *` for a new "
            "one."
        ),
        parameters=[IF_MATCH_OR_NOT, IF_NONE_MATCH],
        request=body("DraftToWrite"),
        responses={
            200: component("Draft"),
            201: response("Draft", "The draft is created."),
            **errors("invalid-question", "invalid-document", "not-found", "draft-refused"),
        },
    )
    def put(self, request: Request, game: str, shelf: str, slug: str) -> Response:
        """Write the draft. A document without changes gets no draft."""
        if not self._writes(game, shelf):
            raise Http404(NOT_FOUND_MESSAGE)
        fields = read_fields(request, "DraftToWrite", apart=("document",))
        if not fields["why"].strip():
            raise_faults([Fault("/why", "missing", "Give the reason in one line. It is saved with the change.")])
        document = fields["document"]
        _check_place(document, game, shelf, slug)
        with _writing():
            record = self._record_to_write(game, shelf, slug)
            before = publishing.current_revision(record) if record else None
            if before is None or before.text != canonical.compact(document):
                expected = publishing.edit_token(record)
                draft = publishing.save_draft(
                    document,
                    by=current_user(request),
                    why=fields["why"],
                    source=fields.get("source", ""),
                    expected=expected,
                    sources_hold=fields.get("sources_hold", []),
                    unsourced_reason=fields.get("unsourced_reason"),
                )
                record = draft.record
        assert record is not None
        return _draft_response(request, record, status=200 if before else 201)

    @extend_schema(
        operation_id="discardDraft",
        summary="Delete a draft",
        description="The published document stays, and the history keeps every state of the draft.",
        parameters=[IF_MATCH],
        responses={204: response("", "The draft is deleted."), **errors("not-found", "draft-refused")},
    )
    def delete(self, request: Request, game: str, shelf: str, slug: str) -> Response:
        """Discard the draft; the history keeps it."""
        with _writing():
            record = self.record(game, shelf, slug)
            seen = publishing.edit_token(record)
            self.check_if_match(seen)
            if not publishing.discard_draft(record, by=current_user(request), expected=seen):
                raise ProblemError("draft-refused", detail="There is no draft of it.")
        return Response(status=204, headers=PRIVATE_HEADERS)

    def _record_to_write(self, game: str, shelf: str, slug: str) -> Record | None:
        """Return the record to write, or None for a new one, which the request has to announce with If-None-Match."""
        found = Record.objects.filter(game=game, document_type=shelf, slug=slug).first()
        if found is not None and publishing.current_revision(found) is not None:
            self.check_if_match(publishing.edit_token(found))
            return found
        if (holder := publishing.slug_holder(game, shelf, slug)) is not None:
            fault = publishing.used_slug_fault(slug, holder)
            raise ProblemError("draft-refused", [fault.under("/document")], detail=fault.message)
        if "If-Match" in self.request.headers:
            raise ProblemError("changed-meanwhile")
        if self.request.headers.get("If-None-Match") != "*":
            raise ProblemError(
                "version-needed", detail="There is no such document. Send If-None-Match: * to begin one."
            )
        return found


class DraftStage(DraftView):
    """The stage of a draft on its way into a release."""

    @extend_schema(
        operation_id="moveDraft",
        summary="Change the stage of a draft",
        description=(
            "`put-up` submits the draft for review, `take-back` returns it to work, `approve` accepts the draft of "
            "another curator, and `send-back` returns it to its author."
        ),
        parameters=[IF_MATCH],
        request=body("DraftStep"),
        responses={200: component("Draft"), **errors("invalid-question", "not-found", "draft-refused")},
    )
    def post(self, request: Request, game: str, shelf: str, slug: str) -> Response:
        """Submit the draft for review, withdraw it, approve it, or return it to its author."""
        fields = read_fields(request, "DraftStep")
        step, why = fields["do"], fields.get("why", "")
        if step == "send-back" and not why.strip():
            raise_faults([Fault("/why", "missing", "Give a reason, so that the author can correct it.")])
        with _writing():
            record = self.record(game, shelf, slug)
            seen = publishing.edit_token(record)
            self.check_if_match(seen)
            STAGE_TRANSITIONS[step](record, by=current_user(request), expected=seen, why=why)
        return _draft_response(request, record)


class DraftHistory(DraftView):
    """The history of a document."""

    method_parameters = {"get": (query_params.LIMIT, pagination.CURSOR_PARAMETER)}
    pagination_class = pagination.SequencePagination

    @extend_schema(
        operation_id="listDeeds",
        summary="List the history of a document",
        description="Every state of its drafts and every release that changed it, the latest first.",
        responses={200: component("DraftHistory"), **errors("not-found")},
    )
    def get(self, request: Request, game: str, shelf: str, slug: str) -> Response:
        """Return a page of the history, the newest first."""
        entries = publishing.timeline(self.record(game, shelf, slug))
        return self.paginated_response(entries, lambda row: documents.history_entry(*row))


def _draft_response(request: Request, record: Record, *, status: int = 200) -> Response:
    draft = documents.draft_document(record)
    place = {"Location": draft["url"]} if status == 201 else {}
    return private_response(request, draft, publishing.edit_token(record), status=status, headers=place)


def _check_place(document: Any, game: str, shelf: str, slug: str) -> None:
    """Raise InvalidInput unless a document belongs to the address."""
    if not isinstance(document, dict):
        raise InvalidInput("invalid-document", [Fault("/document", "wrong-type", "A document is an object.")])
    values = {"game": document.get("game"), "slug": document.get("slug")}
    field_errors = [
        Fault(f"/document/{name}", "not-allowed", f"In this address it is “{needed}”.")
        for name, needed in (("game", game), ("slug", slug))
        if values[name] != needed
    ]
    kind = document.get("kind")
    if isinstance(kind, str) and of_catalog.COMMON_TYPES.get(kind, DocumentType.CARD) != shelf:
        field_errors.append(Fault("/document/kind", "not-allowed", f"A document of this kind is no {shelf}."))
    if field_errors:
        raise InvalidInput("invalid-document", field_errors)


def _with_remedy(fault: Fault) -> Fault:
    """Return a fault of a document with the remedy for API clients, if there is one, and the place of the document."""
    remedy = REMEDIES.get(fault.code, "").format(pointer=fault.pointer)
    return replace(fault, message=f"{fault.message} {remedy}".rstrip()).under("/document")


@contextmanager
def _writing() -> Iterator[None]:
    """Run the block in a transaction while other writers wait, and convert the catalog's refusals.

    Because of the lock, a conflict can only be one with the stage of the draft. Raises ProblemError and InvalidInput.
    """
    try:
        with transaction.atomic():
            lock_writers()
            yield
    except publishing.Conflict as error:
        raise ProblemError("draft-refused", detail="The draft is not in the stage for this.") from error
    except publishing.Unpublishable as error:
        faults = list(map(_with_remedy, error.faults))
        raise ProblemError("draft-refused", faults, detail="The draft could not be published as it is.") from error
    except InvalidInput as error:
        if error.code == "invalid-document":
            raise InvalidInput(error.code, map(_with_remedy, error.faults)) from error
        raise ProblemError("draft-refused", error.faults) from error
