"""The search over the rules, rulings, terms and cards of all games."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from catalog import snapshots
from legions.cards import queries
from legions.game_words import vocabulary
from legions.rulebook.open_book import open_book_at
from legions.rulebook.search_results import GameResults, kind_tabs, read_kind, results_of
from legions.site.search_queries import read_query

MAX_FIRST, MAX_OTHERS = 5, 3
"""The maximum number of results shown of the first game, and of each other one."""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the best results of a query in each game, those of the game with the best one first.

    The parameter `game` names a game whose results come first.
    """
    query, kind = read_query(request.GET.get("q", "")), read_kind(request.GET.get("kind", ""))
    snapshot = snapshots.newest()
    games = [game for game in queries.published_games() if vocabulary.card_kinds(game["slug"])]
    answers = [results_of(game, query, kind, snapshot, MAX_FIRST) for game in games] if query else []
    found = sorted(
        (one for one in answers if one.results), key=lambda results: _order(results, request.GET.get("game", ""))
    )
    context: dict[str, Any] = {
        "searched": query,
        "games": [(game, bool(open_book_at(game["slug"], snapshot))) for game in games],
        "tabs": kind_tabs(query, kind, [one.answer for one in answers]),
        "found": [(one, one.results[: MAX_OTHERS if number else MAX_FIRST]) for number, one in enumerate(found)],
    }
    return render(request, "rulebook/search.html", context)


def _order(results: GameResults, first_game: str) -> tuple[bool, float]:
    return results.game["slug"] != first_game, -results.answer.hits[0].score
