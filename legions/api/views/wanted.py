"""What the catalog does not know: the cards of which facts are wanted, and how many lists wait for each."""

from collections.abc import Iterator
from itertools import islice

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request

from catalog import own_facts
from catalog.models import Revision, Shelf
from legions.cards.stock import CardView, stock
from legions.wanted.waiting import waiting
from rulesapi import parameters, snapshots
from rulesapi.renderers import dumps
from rulesapi.snapshots import Snapshot
from rulesapi.views.base import LIVE, send
from rulesapi.views.documents import check_game
from rulesapi.views.listing import Listing, Row


class Wanted(Listing):
    """The cards of which facts are wanted, by game and slug.

    How many lists wait is counted anew each quarter of an hour, so an answer is not kept for longer than a minute.
    """

    parameters = (
        parameters.LIMIT,
        parameters.CURSOR,
        parameters.slug("game", "Only cards of this game."),
        parameters.slug("kind", "Only cards of this kind.", example="creature"),
        parameters.slug("set", "Only cards of the set with this slug."),
    )

    def get(self, request: Request) -> HttpResponse:
        """Answer with a page of them."""
        snapshot = snapshots.at(self.release())
        headers = {"Muster-Release": str(snapshot.release), "Cache-Control": LIVE}
        return send(request, self.answer(snapshot), headers)

    def rows(self, snapshot: Snapshot, after: str | None, most: int) -> list[Row]:
        """Return the cards after the one with key `after`. Raises Malformed `unknown-game`."""
        standing = Revision.objects.at(snapshot.release)
        game = self.query.get("game")
        if game:
            check_game(game, standing)
        games = [game] if game else sorted(standing.shelf(Shelf.GAME).values_list("slug", flat=True))
        return list(islice(self._rows(games, snapshot.release, after or ""), most))

    def _rows(self, games: list[str], release: int, after: str) -> Iterator[Row]:
        for game in games:
            if game < after.partition("/")[0]:
                continue
            shelf = stock(game, release)
            found = (card for _, card in sorted(shelf.cards.items()) if f"{game}/{card.slug}" > after)
            counts = None
            for card in found:
                if facts := self._facts(card):
                    counts = waiting(game, shelf) if counts is None else counts
                    row = _document(card, facts, counts.get(card.slug, 0))
                    yield Row(f"{game}/{card.slug}", dumps(row).decode())

    def _facts(self, card: CardView) -> list[str]:
        """Return the facts that are wanted of a card; none of one that was not asked for."""
        asked = {name: self.query[name] for name in ("kind", "set") if name in self.query}
        if any(card.document.get(name) != value for name, value in asked.items()):
            return []
        return own_facts.wanted(card.document)


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
