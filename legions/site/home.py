"""The front page: what Muster is, its games, an example of each, and the ways to start."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legions.builder.table_layout import PickView, Selection, lay_out_picks
from legions.cards import queries
from legions.cards.stock import CardView
from legions.games import page_adapter
from legions.saved_lists import ready_lists
from legions.site import showcase, wording
from legions.site.game_lines import GameSummary, game_summaries

SPREAD = 4
"""How many cards lie on the front page."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Say in one look what this is, show a verdict, and lead to the first legion.

    The example and the ways to start are those of the game that `?game=` names, else of the first.
    """
    lines = game_summaries(queries.published_games())
    if not lines:
        return render(request, "site/home_empty.html")
    slug = request.GET.get("game")
    line = next((one for one in lines if one.document["game"] == slug), lines[0])
    catalog, game = line.stock, line.document["game"]
    adapter = page_adapter(game)
    example = showcase.showcase_view(game, catalog)
    picks = lay_out_picks(example.document, example, Selection()) if example else []
    context = {
        "lines": lines,
        "named": wording.join_and([one.document["name"] for one in lines]),
        "cards": sum(one.cards for one in lines),
        "chosen": line.document,
        "notice": wording.translated_html(lines[0].document, "notice") if len(lines) == 1 else "",
        "adapter": adapter,
        "stock": catalog,
        "example": example,
        "table": [(pick, _own_points(pick)) for pick in picks],
        "spread": _spread(lines),
        "ready": [(one, catalog.card(one.document["picks"][0]["card"])) for one in ready_lists.ready_lists(game)],
        "creatures": _starts(line),
    }
    return render(request, "site/home.html", context)


def _own_points(pick: PickView) -> int | None:
    """Return what a creature costs without what it carries, None when that is not known."""
    points = pick.points
    for row in pick.rows:
        if row.card is not None:
            points = None if points is None or row.points is None else points - row.points
    return points


def _starts(line: GameSummary) -> list[CardView]:
    return page_adapter(line.document["game"]).starters(line.stock.cards.values())


def _spread(lines: list[GameSummary]) -> list[tuple[CardView, Any]]:
    """Return the cards that lie on the front page with their sets: as many of one game as of another."""
    starts = [[(card, line.stock.sets.get(card.document.get("set") or "")) for card in _starts(line)] for line in lines]
    deepest = max(map(len, starts))
    in_turn = [cards[place] for place in range(deepest) for cards in starts if place < len(cards)]
    return in_turn[:SPREAD]
