"""Pages for cards and sets: the browser, the card page, and the pages of sets."""

from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from catalog import faces, permissions, snapshots
from catalog.curation import contributions
from catalog.documents import card_facts
from catalog.models import DocumentType, Revision
from catalog.pictures import services
from legions.accounts.holders import holder_of
from legions.accounts.profile_names import display_name, profile_url, role_badge
from legions.card_browser import card_search
from legions.card_browser.confirmations import card_confirmations
from legions.card_browser.facets import Facets
from legions.card_browser.similar_cards import similar_cards
from legions.cards import card_sheet, queries
from legions.cards.card_hooks import card_hooks
from legions.cards.choose_game import choose_game
from legions.cards.fact_counts import count_facts
from legions.cards.stock import Stock, stock, stock_at
from legions.collection.game_collection import card_count, copies_by_slug, set_count
from legions.own_numbers.own_cards import cards_with_own_numbers, own_number_words
from legions.rulebook.card_rules import ability_rulings, card_terms
from legions.rulebook.open_book import OpenBook, open_book_at
from legions.rulebook.section_views import ruling_link
from legions.saved_lists import gallery_cards
from legions.site import wording
from legions.site.requests import HtmxRequest
from legions.verdicts.rulings import RulingView, ruling_anchor, ruling_url, ruling_views
from legions.watching.services import is_watched
from rulesapi.engine.core.library import find_ruleset
from rulesapi.judging.supported_games import is_judged


@require_safe
def card_games(request: HttpRequest) -> HttpResponse:
    """List the games, or redirect to the cards of the only game."""
    return choose_game(request, "cards")


@require_safe
def set_games(request: HttpRequest) -> HttpResponse:
    """List the games, or redirect to the sets of the only game."""
    return choose_game(request, "sets")


@require_safe
def browse_cards(request: HtmxRequest, game: str) -> HttpResponse:
    """Search and filter the cards of a game. htmx gets only the results, with the new address in a header."""
    document = queries.game_or_404(game)
    holder = holder_of(request)
    copies = copies_by_slug(holder, game)
    catalog = stock(game)
    sets = queries.in_order(catalog.sets.values())
    form = card_search.CardSearchForm(request.GET, game=game, sets=sets, copies=copies)
    keys = list(form.matched.values())
    page = Paginator(keys, card_search.PAGE_SIZES[form.layout]).get_page(request.GET.get("page"))
    cards = form.revisions(list(page.object_list))
    shown = cards or form.closest
    partial = bool(request.htmx)
    response = render(
        request,
        "cards/_changed.html" if partial else "cards/browse.html",
        {
            "game": document,
            "form": form,
            "facets": Facets(form, catalog),
            "page": page,
            "cards": cards,
            "sets": form.sets,
            "copies": copies,
            "own_cards": cards_with_own_numbers(holder, game, [revision.slug for revision in shown]),
            "catalog": catalog,
        },
    )
    patch_vary_headers(response, ["HX-Request"])
    if partial:
        query = form.address(page=page.number if page.number > 1 else None)
        response["HX-Replace-Url"] = f"{request.path}?{query}" if query else request.path
    return response


@require_safe
def card_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show a card with all known facts, their sources, and the unknown facts.

    A former slug redirects to the card. A draft is shown only to curators of its game.
    """
    revision = queries.current_revision(game, DocumentType.CARD, slug)
    if revision is None and permissions.may_see(request.user, game):
        revision = queries.card_draft(game, slug)
    if revision is None:
        if newer := queries.current_slug(game, DocumentType.CARD, slug):
            return redirect("card", game, newer, permanent=True)
        raise Http404("There is no such card.")
    document = revision.document
    game_document = queries.game_or_404(game)
    snapshot = snapshots.newest()
    catalog, opened = stock_at(game, snapshot), open_book_at(game, snapshot)
    sheet = card_sheet.card_sheet(document)
    own = cards_with_own_numbers(holder_of(request), game, [slug]).get(slug)
    filled = dict(own.document) if own else document
    confirmed = card_confirmations(sheet) if revision.since_id else None
    countable = revision.since_id and is_judged(game_document)
    sheet.seen = confirmed.seen if confirmed else {}
    context = {
        "game": game_document,
        "revision": revision,
        "card": document,
        "sheet": sheet,
        "set": queries.set_document(game, document["set"]) if document.get("set") else None,
        "set_cite": sheet.cite_of("set"),
        "also_in": [catalog.sets[slug] for slug in document.get("also_in", ()) if slug in catalog.sets],
        "also_in_cite": sheet.cite_of("also_in"),
        "sentences": wording.card_text(document),
        "pictures": services.shown_pictures(game, document),
        "rulings": _rulings(game_document, document, opened),
        "ability_rulings": ability_rulings(opened, slug) if opened else [],
        "terms": card_terms(opened, slug) if opened else [],
        "summary": card_sheet.card_summary(document),
        "chart": card_hooks(game).chart(document, catalog),
        "chart_template": card_hooks(game).chart_template,
        "has_face": revision.since_id and faces.has_face(document),
        "owned_count": card_count(holder_of(request), game, slug, sheet.title) if countable else None,
        "filled": filled,
        "own": own,
        "own_numbers": own_number_words(own) if own else [],
        "unknown": card_sheet.CardSheet(filled),
        "missing": faces.missing_words(filled) if faces.is_sparse(filled) else "",
        "tellable": revision.since_id and card_facts.wanted_facts(document),
        "confirmed": confirmed,
        "may_confirm": permissions.may_confirm(request.user, game),
        "thanked": _thanked(revision),
        "watched": request.user.is_authenticated and is_watched(request.user, revision.record_id),
        **_next_steps(game_document, document),
        **(_beside(catalog, slug) if revision.since_id else {}),
    }
    return render(request, "cards/card.html", context)


def _beside(catalog: Stock, slug: str) -> dict[str, Any]:
    """Return the further links of a published card: similar cards, public lists with it, and other cards in those
    lists.
    """
    card = catalog.card(slug)
    lists = gallery_cards.lists_with(card)
    named = gallery_cards.newest_lists(lists)
    return {
        "catalog": catalog,
        "similar": similar_cards(slug, catalog),
        "companions": gallery_cards.companions(card, lists, catalog) if named else [],
        "lists": [
            (one, display_name(one.owner) if one.owner else "") for one in named[: gallery_cards.MAX_NAMED_LISTS]
        ],
        "more_lists": len(named) > gallery_cards.MAX_NAMED_LISTS,
    }


def _thanked(revision: Revision) -> list[tuple[str, str, str | None]]:
    """Return name, address and role of the people thanked on a card."""
    people = contributions.credited_users(revision)
    permissions.fetch_roles(people)
    return [(display_name(one), profile_url(one), role_badge(one)) for one in people]


def _rulings(game: dict[str, Any], card: dict[str, Any], opened: OpenBook | None) -> list[tuple[RulingView, str]]:
    """Return the rulings about a card, each with its address, without links to other cards."""
    found = queries.rulings_about(game["slug"], card)
    try:
        ruleset = find_ruleset(game["ruleset"]) if found else None
    except LookupError:
        ruleset = None
    addresses = {one["slug"]: ruling_url(game["slug"], one["slug"]) for one in found}
    if opened:
        addresses |= {slug: ruling_link(opened, slug).address for slug in addresses}
    by_anchor = {ruling_anchor(slug): address for slug, address in addresses.items()}
    return [(view, by_anchor[view.anchor]) for view in ruling_views(found, ruleset, {})]


def _next_steps(game: dict[str, Any], card: dict[str, Any]) -> dict[str, Any]:
    """Return whether a legion can start with the card, or a search for cards that can carry it."""
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
def game_sets(request: HttpRequest, game: str) -> HttpResponse:
    """List the sets of a game with the number of their cards in the catalog."""
    document = queries.game_or_404(game)
    catalog = stock(game)
    counts = {slug: count.cards for slug, count in catalog.facts.by_set.items()}
    found = [(one, counts.get(slug, 0)) for slug, one in queries.in_order(catalog.sets.values()).items()]
    parts = [(official, [part for part in found if part[0]["official"] is official]) for official in (True, False)]
    context = {
        "game": document,
        "parts": [
            {"official": official, "sets": sets, "cards": sum(count for _, count in sets)}
            for official, sets in parts
            if sets
        ],
        "without": counts.get("", 0),
    }
    return render(request, "cards/sets.html", context)


@require_safe
def set_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show a set with its cards. A former slug redirects to the set."""
    return show_set(request, game, slug)


def show_set(
    request: HttpRequest, game: str, slug: str, *, message: str = "", error: str = "", status: int = 200
) -> HttpResponse:
    """Return the page of a set, with the result or the error of an update of its count."""
    document = queries.game_or_404(game)
    revision = queries.current_revision(game, DocumentType.SET, slug)
    if revision is None:
        if newer := queries.current_slug(game, DocumentType.SET, slug):
            return redirect("set", game, newer, permanent=True)
        raise Http404("There is no such set.")
    found = queries.cards_of_set(game, slug)
    holder, countable = holder_of(request), is_judged(document)
    context = {
        "game": document,
        "set": revision.document,
        "revision": revision,
        "watched": request.user.is_authenticated and is_watched(request.user, revision.record_id),
        "cards": found,
        "tally": count_facts(one.document for one in found),
        "sheet": card_sheet.card_sheet(revision.document),
        "copies": copies_by_slug(holder, game),
        "own_cards": cards_with_own_numbers(holder, game, [one.slug for one in found]),
        "owned_count": set_count(holder, game, revision.document, len(found)) if countable else None,
        "message": message,
        "error": error,
    }
    return render(request, "cards/set.html", context, status=status)
