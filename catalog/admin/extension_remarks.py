"""What other apps have to say about cards, on the catalog's own pages.

An app that knows more of a card than the catalog does has an extension (`catalog.extensions`).
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
"""The types of documents that are remarked on while they are written."""


def remarks_on(document: dict[str, Any]) -> list[Remark]:
    """Return what there is to say about a card or a ruling; nothing about what is none yet."""
    if "slug" not in document or documents.COMMON_TYPES.get(document["kind"], DocumentType.CARD) not in REMARKED:
        return []
    return [remark for extension in catalog_extensions() for remark in extension.remarks_on_document(document)]


def remarks_page(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show every remark on the published cards, game by game."""
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
    """Return the remarks on what there is of a game, each with the address of the page of what it is about."""
    remarks = [remark for extension in catalog_extensions() for remark in extension.remarks_on_game(game)]
    records = Record.objects.filter(game=game, slug__in={remark.card for remark in remarks})
    addresses = {(record.document_type, record.slug): admin_url(record) for record in records}
    return [(remark, addresses.get((remark.document_type, remark.card), "")) for remark in remarks]
