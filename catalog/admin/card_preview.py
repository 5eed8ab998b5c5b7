"""A card drawn while it is written: as far as what stands in the form goes, with what is wrong with it so far."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse

from catalog import documents
from catalog.admin.page_helpers import face_of
from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.documents.forms.document_form import DocumentForm

UNNAMED = "not-named-yet"
"""The slug by which a card is drawn that has none yet; no drawing shows it."""


def known_parts(document: dict[str, Any]) -> dict[str, Any] | None:
    """Return a card to be drawn, in which what is missing or at fault is not known; None for what no door lets in.

    Nobody keeps it: a card that is kept is refused for its faults.
    """
    required = documents.load_schemas()[documents.schema_path(document)]["required"]
    card = {**dict.fromkeys(required), **document, "slug": document.get("slug") or UNNAMED, "sources": {}}
    try:
        json_input.check(card)
    except InvalidInput:
        return None
    while faulty := {fault.pointer.split("/")[1] for fault in documents.faults_in(card) if fault.pointer}:
        if not any(card.get(key) is not None for key in faulty):
            break  # not known is no fault of a drawing
        card |= dict.fromkeys(faulty)
    return card


def preview_svg(document: dict[str, Any]) -> str:
    """Return the drawn face of a card that is being written, `""` for what is no card."""
    if document["kind"] in documents.COMMON_TYPES:
        return ""
    card = known_parts(document)
    return face_of(card) if card else ""


def preview_response(request: HttpRequest, form: DocumentForm) -> TemplateResponse:
    """Answer to what stands in the form just now: the face, and each fault with the id of its field."""
    form.is_valid()
    errors = [(where, message) for where, _, message in form.error_entries() if where]
    return TemplateResponse(
        request, "admin/catalog/card_preview.html", {"face": preview_svg(form.document), "errors": errors}
    )
