"""The page of a game with everything that it has, and the page of play with the parts of every game for it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.cards.choose_game import choose_game
from legions.cards.game_summaries import game_summaries
from legions.cards.stock import CardView, Stock
from legions.contributing.deciding_cards import deciding_cards
from legions.game_words import words_of_game
from legions.my_lists.list_lines import only_set_name, open_set_names
from legions.pages.play_offers import play_offers
from legions.pages.showcase import showcase_of
from legions.releases.release_list import newest_release_of
from legions.saved_lists import ready_lists
from legions.saved_lists.published_lists import published_lists


@require_safe
def all_games(request: HttpRequest) -> HttpResponse:
    """List the games; redirect to the page of the only one."""
    return choose_game(request, "game")


@require_safe
def game_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show all pages of a game, an example, and ways to start a list. Raises Http404."""
    (summary,) = game_summaries([queries.game_or_404(game)])
    (offer,) = play_offers([summary])
    context = {
        "game": summary.document,
        "summary": summary,
        "offer": offer,
        "showcase": showcase_of(game, summary.stock),
        "game_words": words_of_game(game),
        "published": published_lists(game) if summary.judged else (),
        "newest_release": newest_release_of(game),
        "ready": _ready(game, summary.stock) if summary.judged else [],
        "deciding": deciding_cards(summary.stock) if summary.judged else None,
    }
    return render(request, "site/game.html", context)


@require_safe
def play_page(request: HttpRequest) -> HttpResponse:
    """Show the campaigns, the questions of the referee and the rules of each game that has them."""
    offers = play_offers(game_summaries(queries.published_games()))
    context = {
        "campaigns": [offer for offer in offers if offer.has_campaigns],
        "referees": [offer for offer in offers if offer.questions],
        "rules": [offer for offer in offers if offer.has_rules_to_read],
        "offers": offers,
    }
    return render(request, "site/play.html", context)


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
