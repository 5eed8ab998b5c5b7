"""The preview of a card in the editor: its face and its faults, drawn from the current contents of the form."""

from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse

from catalog import documents
from catalog.admin.page_helpers import face_of
from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from catalog.documents.forms.document_form import DocumentForm

UNNAMED = "not-named-yet"
"""The slug used to draw a card that has none yet; it is never visible in the drawing."""


def known_parts(document: dict[str, Any]) -> dict[str, Any] | None:
    """Return a card that can be drawn, with missing and faulty facts set to None; None if the input check refuses it.

    The result is for drawing only. A card with faults is refused when it is saved.
    """
    required = documents.load_schemas()[documents.schema_path(document)]["required"]
    card = {**dict.fromkeys(required), **document, "slug": document.get("slug") or UNNAMED, "sources": {}}
    try:
        json_input.check(card)
    except InvalidInput:
        return None
    while faulty := {fault.pointer.split("/")[1] for fault in documents.faults_in(card) if fault.pointer}:
        if not any(card.get(key) is not None for key in faulty):
            break  # null is no fault in a drawing
        card |= dict.fromkeys(faulty)
    return card


def preview_svg(document: dict[str, Any]) -> str:
    """Return the face of the card in the editor as SVG; `""` for a document that is not a card."""
    if document["kind"] in documents.COMMON_TYPES:
        return ""
    card = known_parts(document)
    return face_of(card) if card else ""


def preview_response(request: HttpRequest, form: DocumentForm) -> TemplateResponse:
    """Return the preview of the posted form: the face, and each fault with the id of its field."""
    form.is_valid()
    errors = [(where, message) for where, _, message in form.error_entries() if where]
    return TemplateResponse(
        request, "admin/catalog/card_preview.html", {"face": preview_svg(form.document), "errors": errors}
    )
