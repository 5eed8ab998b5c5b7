"""API view of the wanted facts: cards with unknown facts, and the number of lists that depend on them."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from catalog import snapshots
from catalog.api.documents import check_game, check_kind, check_set
from catalog.api_base import query_params
from catalog.api_base.openapi.operations import component, errors
from catalog.api_base.pagination import CursorListView, Row
from catalog.api_base.renderers import dumps
from catalog.api_base.views import CACHE_NEWEST, conditional_response
from catalog.documents import card_facts, sets_of
from catalog.models import DocumentType, Revision
from catalog.snapshots import Snapshot
from legions.cards.stock import CardView, stock
from legions.contributing.affected_lists import waiting_lists


class WantedFactList(CursorListView):
    """The cards with wanted facts, by game and slug.

    The numbers of lists are updated every quarter of an hour, and responses are cached for a minute at most.
    """

    parameters = (
        query_params.LIMIT,
        query_params.CURSOR,
        query_params.slug("game", "Only cards of this game."),
        query_params.slug("kind", "Only cards of this kind.", example="creature"),
        query_params.slug("set", "Only cards that were sold in the set with this slug."),
    )

    @extend_schema(
        operation_id="listWanted",
        summary="List the wanted facts",
        tags=["Wanted facts"],
        description="The cards with missing facts, by game and slug, each with the number of lists that need them.",
        responses={
            200: component("WantedList"),
            **errors("unknown-game", "unknown-kind", "unknown-set", "unknown-release"),
        },
    )
    def get(self, request: Request, *args: Any, **address: Any) -> Response:
        """Return a page of cards."""
        snapshot = snapshots.at(self.release())
        headers = {"Muster-Release": str(snapshot.release), "Cache-Control": CACHE_NEWEST}
        return conditional_response(request, self.make_response(snapshot), headers)

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the cards after the one with key `after`.

        Raises InvalidInput `unknown-game`, `unknown-kind` or `unknown-set`.
        """
        standing = Revision.objects.at(snapshot.release)
        game = self.query.get("game")
        if game:
            check_game(game, standing)
        check_kind(self.query.get("kind"), game)
        check_set(self.query.get("set"), game, standing)
        games = [game] if game else sorted(standing.of_type(DocumentType.GAME).values_list("slug", flat=True))
        return list(islice(self._rows(games, snapshot.release, after or ""), most))

    def _rows(self, games: list[str], release: int, after: str) -> Iterator[Row]:
        for game in games:
            if game < after.partition("/")[0]:
                continue
            cards = stock(game, release)
            found = (card for _, card in sorted(cards.cards.items()) if f"{game}/{card.slug}" > after)
            counts = None
            for card in found:
                if facts := self._facts(card):
                    counts = waiting_lists(game, cards) if counts is None else counts
                    row = _document(card, facts, counts.get(card.slug, 0))
                    yield Row(f"{game}/{card.slug}", dumps(row).decode())

    def _facts(self, card: CardView) -> list[str]:
        """Return the wanted facts of a card; empty if the query excludes the card."""
        if self.query.get("kind", card.document["kind"]) != card.document["kind"]:
            return []
        if "set" in self.query and self.query["set"] not in sets_of(card.document):
            return []
        return card_facts.wanted_facts(card.document)


def _document(card: CardView, facts: list[str], lists: int) -> dict[str, object]:
    document = card.document
    return {
        "game": card.game,
        "kind": document["kind"],
        "slug": card.slug,
        "name": document["name"],
        "set": document.get("set"),
        "facts": facts,
        "waiting": lists,
        "url": reverse("api-card", args=[card.game, card.slug]),
        "page": reverse("contribute", args=[card.game, card.slug]),
    }
