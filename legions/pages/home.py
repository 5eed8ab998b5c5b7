"""The front page: a description of Muster, its games with examples, and ways to start."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_safe

from catalog import faces
from legions.accounts.holders import holder_of
from legions.cards import queries
from legions.cards.card_hooks import card_hooks
from legions.cards.game_summaries import GameSummary, game_summaries
from legions.cards.stock import CardView, Stock
from legions.game_words import words_of_game
from legions.my_lists.list_lines import only_set_name, open_set_names
from legions.pages import showcase
from legions.pages.own_home import OwnHome
from legions.saved_lists import ready_lists
from legions.site import wording
from legions.table.pick_views import PickView
from legions.table.table_layout import Selection, lay_out_picks

SPREAD = 4
"""Number of cards on the front page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page with an example verdict and ways to start; authenticated users see their own home page.

    The game is the one in `?game=`, or the first.
    """
    lines = game_summaries(queries.published_games())
    if not lines:
        return render(request, "site/home_empty.html")
    if request.user.is_authenticated:
        return _own_home(request, lines)
    slug = request.GET.get("game")
    line = next((one for one in lines if one.document["game"] == slug), lines[0])
    catalog, game = line.stock, line.document["game"]
    game_words = words_of_game(game)
    example = showcase.showcase_view(game, catalog)
    picks = lay_out_picks(example.document, example, Selection()) if example else []
    context = {
        "lines": lines,
        "named": wording.join_and([one.document["name"] for one in lines]),
        "cards": sum(one.cards for one in lines),
        "open_cards": sum(one.open_cards for one in lines),
        "chosen": line.document,
        "game_words": game_words,
        "stock": catalog,
        "example": example,
        "table": [(pick, _own_points(pick)) for pick in picks],
        "spread": _spread(lines),
        "ready": _ready(game, catalog),
        "creatures": _starts(line),
    }
    return render(request, "site/home.html", context)


def _own_home(request: HttpRequest, lines: list[GameSummary]) -> HttpResponse:
    """Show the home page of an authenticated user: their lists, and news about them and about owned cards."""
    home = OwnHome(holder_of(request), {line.document["game"]: line.stock for line in lines})
    response = render(request, "site/own_home.html", {"home": home, "lines": lines})
    add_never_cache_headers(response)
    return response


def _own_points(pick: PickView) -> int | None:
    """Return the cost of a creature without the cards it carries, or None if it is unknown."""
    points = pick.points
    for row in pick.rows:
        if row.card is not None:
            points = None if points is None or row.points is None else points - row.points
    return points


def _ready(game: str, catalog: Stock) -> list[tuple[ready_lists.ReadyList, CardView, str, str]]:
    """Return the ready lists of a game, lists of official cards first.

    Each comes with its first card, its open sets, and the official set that has all its cards, if there is one.
    """
    found = [
        (
            one,
            catalog.card(one.document["picks"][0]["card"]),
            open_set_names(one.document, catalog),
            only_set_name(one.document, catalog),
        )
        for one in ready_lists.ready_lists(game)
    ]
    return sorted(found, key=lambda ready: bool(ready[2]))


def _starts(line: GameSummary) -> list[CardView]:
    """Return suggested first cards, only official ones if there are any."""
    starters = card_hooks(line.document["game"]).starters
    cards = list(line.stock.cards.values())
    return starters([card for card in cards if not card.open_set]) or starters(cards)


def _spread(lines: list[GameSummary]) -> list[tuple[CardView, Any]]:
    """Return the cards shown on the front page with their sets, alternating between the games.

    Only official cards are shown if there are any, and no cards with sparse faces.
    """
    starts = [
        [
            (card, line.stock.sets.get(card.document.get("set") or ""))
            for card in _starts(line)
            if not faces.is_sparse(dict(card.document))
        ]
        for line in lines
    ]
    official = [[one for one in cards if not one[0].open_set] for cards in starts]
    starts = official if any(official) else starts
    deepest = max(map(len, starts))
    in_turn = [cards[place] for place in range(deepest) for cards in starts if place < len(cards)]
    return in_turn[:SPREAD]
