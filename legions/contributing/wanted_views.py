"""Pages of the wanted facts: unknown facts of the catalog, and the number of lists that depend on them."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from legions.cards import queries
from legions.cards.game_summaries import coverage_line, game_summaries
from legions.cards.stock import stock
from legions.contributing import wanted_facts
from legions.contributing.affected_lists import MIN_SHOWN_COUNT, waiting_lists
from legions.contributing.deciding_cards import waiting_cards
from legions.saved_lists.published_lists import published_lists
from legions.site.marked_text import fill_marked, marked_text
from legions.site.search_queries import read_query

PAGE_SIZE = 30


@require_safe
def wanted_games(request: HttpRequest) -> HttpResponse:
    """List the games with their numbers of known facts."""
    return render(request, "contributing/wanted_games.html", {"lines": game_summaries(queries.published_games())})


@require_safe
def wanted_game(request: HttpRequest, game: str) -> HttpResponse:
    """List the wanted facts of a game: by set and kind, and the cards (`set`, `kind`, `q`; `page`)."""
    document = queries.game_or_404(game)
    catalog = stock(game)
    sets, kinds = wanted_facts.groups_by_set(catalog), wanted_facts.groups_by_kind(catalog, game)
    filters = {
        "set": _one_of(request.GET.get("set", ""), sets),
        "kind": _one_of(request.GET.get("kind", ""), kinds),
        "q": read_query(request.GET.get("q", "")),
    }
    waiting, deciding = waiting_lists(game, catalog), waiting_cards(catalog).lists_by_card()
    found = wanted_facts.wanted_cards(
        catalog, waiting, deciding, kind=filters["kind"], of_set=filters["set"], query=filters["q"]
    )
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "game": document,
        "official": catalog.official_facts,
        "open": catalog.open_facts,
        "coverage": coverage_line(document, catalog),
        "sets": sets,
        "kinds": kinds,
        "published": bool(published_lists(game)),
        "filters": filters,
        "narrowed": any(filters.values()),
        "query": urlencode({key: value for key, value in filters.items() if value}),
        "page": page,
        "cards": wanted_facts.described_cards(catalog, page.object_list, waiting, deciding),
        "few": MIN_SHOWN_COUNT,
        "no_set": wanted_facts.NO_SET,
        "title": fill_marked(_("Missing facts of {game}"), game=marked_text(document["name"])),
    }
    return render(request, "contributing/wanted_game.html", context)


def _one_of(slug: str, parts: list[wanted_facts.WantedGroup]) -> str:
    """Return the slug if a group has it, otherwise an empty string, which shows everything."""
    return slug if any(part.slug == slug for part in parts) else ""
