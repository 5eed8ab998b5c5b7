"""Remarks of other apps about cards, shown on the catalog's pages.

An app with more data about a card than the catalog has an extension (`catalog.extensions`).
"""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from catalog import documents, permissions
from catalog.admin.labels import admin_url
from catalog.admin.page_helpers import render_page
from catalog.extensions import Remark, catalog_extensions
from catalog.models import DocumentType, Record

REMARKED = frozenset((DocumentType.CARD, DocumentType.RULING))
"""The document types that get remarks in the editor."""


def remarks_on(document: dict[str, Any]) -> list[Remark]:
    """Return the remarks about a card or ruling; an empty list for other types and for documents without a slug."""
    if "slug" not in document or documents.COMMON_TYPES.get(document["kind"], DocumentType.CARD) not in REMARKED:
        return []
    return [remark for extension in catalog_extensions() for remark in extension.remarks_on_document(document)]


def remarks_page(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show all remarks about the published cards, by game."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    found = {game: _linked(game) for game in _games(request.user)}
    return render_page(model_admin, request, "remarks", _("Remarks on the cards"), games=found)


def _games(user: Any) -> list[str]:
    games = permissions.limit_to_games(
        Record.objects.filter(document_type__in=REMARKED), permissions.visible_games(user)
    )
    return list(games.order_by("game").values_list("game", flat=True).distinct())


def _linked(game: str) -> list[tuple[Remark, str]]:
    """Return the remarks about the documents of a game, each with the address of its document's page."""
    remarks = [remark for extension in catalog_extensions() for remark in extension.remarks_on_game(game)]
    records = Record.objects.filter(game=game, slug__in={remark.card for remark in remarks})
    addresses = {(record.document_type, record.slug): admin_url(record) for record in records}
    return [(remark, addresses.get((remark.document_type, remark.card), "")) for remark in remarks]
