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

from catalog import documents, roles
from catalog.models import Record, Shelf

from .pages import page
from .words import address_of


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing about a card, in a sentence. `level` is `error` or `warning`, `card` the card's slug."""

    level: str
    card: str
    sentence: str

    @property
    def heading(self) -> str:
        """What a page calls the level."""
        return _("Error") if self.level == "error" else _("Warning")


@dataclass(frozen=True, slots=True)
class Source:
    """Somebody who remarks: on a card as its document stands, and on all published cards of a game."""

    on_card: Callable[[dict[str, Any]], Iterable[Remark]]
    on_game: Callable[[str], Iterable[Remark]]


SOURCES: list[Source] = []


def register(source: Source) -> None:
    """Ask this source, too, from now on."""
    SOURCES.append(source)


def about(document: dict[str, Any]) -> list[Remark]:
    """Return what there is to say about a document; nothing about what is no card yet."""
    if "slug" not in document or document["kind"] in documents.SHELVES:
        return []
    return [remark for source in SOURCES for remark in source.on_card(document)]


def remarks(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Show every remark on the published cards, game by game."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    found = {game: _linked(game) for game in _games(request.user)}
    return page(model_admin, request, "remarks", _("Remarks on the cards"), games=found)


def _games(user: Any) -> list[str]:
    games = roles.within(Record.objects.filter(shelf=Shelf.CARD), roles.games_seen(user))
    return list(games.order_by("game").values_list("game", flat=True).distinct())


def _linked(game: str) -> list[tuple[Remark, str]]:
    """Return the remarks on a game's cards, each with the address of its card's page."""
    said = [remark for source in SOURCES for remark in source.on_game(game)]
    records = Record.objects.filter(shelf=Shelf.CARD, game=game, slug__in={remark.card for remark in said})
    addresses = {record.slug: address_of(record) for record in records}
    return [(remark, addresses.get(remark.card, "")) for remark in said]
