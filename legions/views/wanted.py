"""The list of wanted facts: what the catalog does not know yet, and who waits for it."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from legions.cards import reading
from legions.cards.stock import stock
from legions.presenting.games import game_lines
from legions.wanted import listing
from legions.wanted.waiting import FEW, waiting

PAGE = 30
LONGEST = 100
"""Characters that a name is searched by."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List the games with how many of their facts are known."""
    lines = [(line, listing.Tally(line.known, line.known + line.wanted)) for line in game_lines(reading.games())]
    return render(request, "wanted/games.html", {"lines": lines})


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """List the wanted facts of a game: by set and kind, and the cards (`set`, `kind`, `q`; `page`)."""
    document = reading.game_or_404(game)
    shelf = stock(game)
    sets, kinds = listing.parts_by_set(shelf), listing.parts_by_kind(shelf, game)
    asked = {
        "set": _one_of(request.GET.get("set", ""), sets),
        "kind": _one_of(request.GET.get("kind", ""), kinds),
        "q": request.GET.get("q", "").replace("\0", "").strip()[:LONGEST],
    }
    found = listing.wanted_cards(shelf, waiting(game, shelf), kind=asked["kind"], of_set=asked["set"], words=asked["q"])
    context = {
        "game": document,
        "all": listing.Tally(shelf.known, shelf.known + shelf.wanted),
        "cards": len(shelf.cards),
        "sets": sets,
        "kinds": kinds,
        "asked": asked,
        "narrowed": any(asked.values()),
        "query": urlencode({key: value for key, value in asked.items() if value}),
        "page": Paginator(found, PAGE).get_page(request.GET.get("page")),
        "few": FEW,
        "no_set": listing.NO_SET,
        "title": _("Wanted facts of %(game)s") % {"game": document["name"]},
    }
    return render(request, "wanted/game.html", context)


def _one_of(asked: str, parts: list[listing.Part]) -> str:
    """Return what is asked if there is such a part; an address that asks for another shows everything."""
    return asked if any(part.slug == asked for part in parts) else ""
