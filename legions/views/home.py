"""The front page: what Muster is, an example of it, and the ways to start."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from legions import ready, showcase
from legions.cards import reading
from legions.cards.stock import CardView, stock
from legions.games import room_of
from legions.presenting.table import LaidOut, Selection, lay_out

SPREAD = 3


@gzip_page
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say in one look what this is, show a verdict, and lead to the first legion."""
    games = reading.games()
    if not games:
        return render(request, "home/empty.html")
    game = games[0]
    shelf = stock(game["game"])
    example = showcase.example(game["game"])
    laid_out = lay_out(example.document, example, Selection()) if example else []
    start = room_of(game["game"]).start
    creatures = start(shelf.cards.values()) if start else []
    context = {
        "game": game,
        "room": room_of(game["game"]),
        "games": games,
        "stock": shelf,
        "cards": len(shelf.cards),
        "example": example,
        "table": [(pick, _own_points(pick)) for pick in laid_out],
        "spread": _spread(laid_out, creatures),
        "sets": reading.sets_of(game["game"]),
        "ready": [(one, shelf.card(one.document["picks"][0]["card"])) for one in ready.of_game(game["game"])],
        "creatures": creatures,
    }
    return render(request, "home/home.html", context)


def _own_points(pick: LaidOut) -> int | None:
    """Return what a creature costs without what it carries, None when that is not known."""
    carried = [row.points for row in pick.rows if row.card is not None]
    return None if pick.points is None or None in carried else pick.points - sum(carried)


def _spread(laid_out: list[LaidOut], creatures: list[CardView]) -> list[CardView]:
    """Return the cards that lie on the front page: those of the example, an upgrade first; else some creatures."""
    upgrades = [row.card for pick in laid_out for row in pick.rows if row.card is not None]
    cards = [*upgrades[:1], *(pick.card for pick in laid_out), *creatures]
    return list({card.slug: card for card in cards}.values())[:SPREAD]
