"""What other apps have to say about cards, on the catalog's own pages.

An app that knows more of a card than the catalog does registers a `Source` in its own `admin` module; the catalog asks
all of them and knows none by name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from catalog import documents, permissions
from catalog.models import DocumentType, Record

from .labels import admin_url
from .page_helpers import render_page


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing about a card, in a sentence. `level` is `error` or `warning`, `card` the card's slug, or that of what
    stands on another `shelf`.
    """

    level: str
    card: str
    sentence: str
    shelf: str = DocumentType.CARD.value

    @property
    def heading(self) -> str:
        """What a page calls the level."""
        return _("Error") if self.level == "error" else _("Warning")


@dataclass(frozen=True, slots=True)
class RemarkSource:
    """Somebody who remarks: on a card or a ruling as its document stands, and on all that is published of a game."""

    on_document: Callable[[dict[str, Any]], Iterable[Remark]]
    on_game: Callable[[str], Iterable[Remark]]


SOURCES: list[RemarkSource] = []
REMARKED = frozenset((DocumentType.CARD, DocumentType.RULING))
"""The shelves of what is remarked on as it is written."""


def register_source(source: RemarkSource) -> None:
    """Ask this source, too, from now on."""
    SOURCES.append(source)


def remarks_on(document: dict[str, Any]) -> list[Remark]:
    """Return what there is to say about a card or a ruling; nothing about what is none yet."""
    if "slug" not in document or documents.COMMON_TYPES.get(document["kind"], DocumentType.CARD) not in REMARKED:
        return []
    return [remark for source in SOURCES for remark in source.on_document(document)]


def remarks_page(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show every remark on the published cards, game by game."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    found = {game: _linked(game) for game in _games(request.user)}
    return render_page(model_admin, request, "remarks", _("Remarks on the cards"), games=found)


def _games(user: Any) -> list[str]:
    games = permissions.limit_to_games(Record.objects.filter(shelf__in=REMARKED), permissions.visible_games(user))
    return list(games.order_by("game").values_list("game", flat=True).distinct())


def _linked(game: str) -> list[tuple[Remark, str]]:
    """Return the remarks on what there is of a game, each with the address of the page of what it is about."""
    said = [remark for source in SOURCES for remark in source.on_game(game)]
    records = Record.objects.filter(game=game, slug__in={remark.card for remark in said})
    addresses = {(record.shelf, record.slug): admin_url(record) for record in records}
    return [(remark, addresses.get((remark.shelf, remark.card), "")) for remark in said]
