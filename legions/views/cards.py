"""The cards of a game: the browser, a card's page, the sets."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from catalog import confirming, contributing, own_facts, roles
from catalog.models import Revision, Shelf
from catalog.pictures import keeping
from legions import speech
from legions.accounts.people import holder_of
from legions.cards import browsing, facts, reading
from legions.presenting.collected import copies_of, count_of, count_of_set
from legions.presenting.confirmed import confirmed
from legions.presenting.games import game_lines
from legions.presenting.rulings import RulingView, views
from legions.services import badge_of, display_name, page_address
from legions.wanted.listing import tally
from rulesapi.engine.ruleset import find_ruleset

TITLES = {
    "cards": _("Cards of which game?"),
    "sets": _("Sets of which game?"),
    "rules": _("Rules of which game?"),
    "build": _("Build for which game?"),
    "collection": _("The collection of which game?"),
}
"""What the page asks that leads to a page of one of the games, by the name of that page's address."""


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List the games; with one game, go straight to its cards."""
    return choose_game(request, "cards")


@require_safe
def all_sets(request: HttpRequest) -> HttpResponse:
    """List the games; with one game, go straight to its sets."""
    return choose_game(request, "sets")


@require_safe
def browse(request: HttpRequest, game: str) -> HttpResponse:
    """Search and filter the cards of one game. For htmx only the results are sent, and the address is kept true."""
    document = reading.game_or_404(game)
    copies = copies_of(holder_of(request), game)
    form = browsing.CardFilter(request.GET, game=game, sets=reading.sets_of(game), copies=copies)
    page = Paginator(form.found(), browsing.PAGE[form.layout]).get_page(request.GET.get("page"))
    partial = bool(request.htmx) and not request.htmx.history_restore_request
    response = render(
        request,
        "cards/_changed.html" if partial else "cards/browse.html",
        {"game": document, "form": form, "page": page, "sets": form.sets, "copies": copies},
    )
    patch_vary_headers(response, ["HX-Request"])
    if partial:
        query = form.address(page=page.number if page.number > 1 else None)
        response["HX-Replace-Url"] = f"{request.path}?{query}" if query else request.path
    return response


@require_safe
def card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show one card with all that is known, where it is from, and what is not known yet.

    A former slug leads on to the card. A card that is only a draft is shown to curators of its game and to nobody else.
    """
    revision = reading.in_force(game, Shelf.CARD, slug)
    if revision is None and roles.may_see(request.user, game):
        revision = reading.draft(game, slug)
    if revision is None:
        if newer := reading.renamed(game, Shelf.CARD, slug):
            return redirect("card", game, newer, permanent=True)
        raise Http404("There is no such card.")
    document = revision.document
    game_document = reading.game_or_404(game)
    sheet = facts.sheet(document)
    context = {
        "game": game_document,
        "revision": revision,
        "card": document,
        "sheet": sheet,
        "set": reading.set_document(game, document["set"]) if document.get("set") else None,
        "set_cite": sheet.cite_of("set"),
        "sentences": speech.card(document),
        "pictures": keeping.shown(game, document),
        "rulings": _rulings(game_document, document),
        "summary": facts.summary(document),
        "having": count_of(holder_of(request), game, slug, sheet.title) if revision.since_id else None,
        "tellable": revision.since_id and own_facts.wanted(document),
        "confirmed": confirmed(sheet) if revision.since_id else None,
        "may_confirm": confirming.may_confirm(request.user, game),
        "thanked": _thanked(revision),
        **_ways_on(game_document, document),
    }
    return render(request, "cards/card.html", context)


def _thanked(revision: Revision) -> list[tuple[str, str, str | None]]:
    """Return name, address and role of who is thanked on a card."""
    people = contributing.thanked(revision)
    roles.fetch_roles(people)
    return [(display_name(one), page_address(one), badge_of(one)) for one in people]


def _rulings(game: dict[str, Any], card: dict[str, Any]) -> list[RulingView]:
    """Return the rulings about a card; nothing is told here of the other cards that they are about."""
    found = reading.rulings_about(game["slug"], card)
    try:
        ruleset = find_ruleset(game["ruleset"]) if found else None
    except LookupError:
        ruleset = None
    return views(found, ruleset, {})


def _ways_on(game: dict[str, Any], card: dict[str, Any]) -> dict[str, Any]:
    """Return whether a legion can start with a card, or the search for the cards that could carry it."""
    try:
        bearers = find_ruleset(game["ruleset"]).bearers
    except LookupError:
        return {}
    if card["kind"] in bearers:
        return {"startable": "retired" not in card}
    slot = card.get("slot")
    if slot is None or slot == "any":
        return {}
    return {"slot_query": urlencode({"kind": min(bearers), "slot": slot})}


@require_safe
def sets(request: HttpRequest, game: str) -> HttpResponse:
    """List the sets of a game with how many of their cards the catalog has."""
    document = reading.game_or_404(game)
    counts = reading.counts_by_set(game)
    found = [(one, counts.get(slug, 0)) for slug, one in reading.sets_of(game).items()]
    return render(request, "cards/sets.html", {"game": document, "sets": found, "without": counts.get(None, 0)})


@require_safe
def card_set(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show one set with its cards. A former slug leads on to the set."""
    return show_set(request, game, slug)


def show_set(
    request: HttpRequest, game: str, slug: str, *, said: str = "", fault: str = "", status: int = 200
) -> HttpResponse:
    """Answer with the page of a set, with what counting it anew has done, or why it has not."""
    document = reading.game_or_404(game)
    revision = reading.in_force(game, Shelf.SET, slug)
    if revision is None:
        if newer := reading.renamed(game, Shelf.SET, slug):
            return redirect("set", game, newer, permanent=True)
        raise Http404("There is no such set.")
    found = reading.cards_of_set(game, slug)
    context = {
        "game": document,
        "set": revision.document,
        "cards": found,
        "tally": tally(one.document for one in found),
        "sheet": facts.sheet(revision.document),
        "copies": copies_of(holder_of(request), game),
        "having": count_of_set(holder_of(request), game, revision.document, len(found)),
        "said": said,
        "fault": fault,
    }
    return render(request, "cards/set.html", context, status=status)


def choose_game(request: HttpRequest, leads_to: str) -> HttpResponse:
    """Lead to the page `leads_to` of the only game, or let somebody choose among several."""
    found = reading.games()
    if len(found) == 1:
        return redirect(leads_to, found[0]["game"])
    return render(request, "cards/games.html", {"title": TITLES[leads_to], "lines": game_lines(found)})
