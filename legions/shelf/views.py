"""Views of shelves: choose cards, store cells, photos, and offer the finished cards."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.curation.contributions import ContributionRefused, SheetOffer
from catalog.documents.errors import InvalidInput
from catalog.permissions import current_user
from catalog.pictures import uploads
from catalog.pictures.uploads import UnreadablePicture
from legions.accounts import pending_posts
from legions.accounts.holders import holder_of
from legions.accounts.login_prompts import prompt_login
from legions.accounts.profile_names import display_name
from legions.cards import queries
from legions.cards.stock import Stock, stock
from legions.contributing.affected_lists import waiting_lists
from legions.contributing.deciding_cards import waiting_cards
from legions.own_numbers import table_cells
from legions.own_numbers.table_cells import CELL_PREFIX, SavedCells, changed_cells, refusal_message
from legions.shelf import card_choice, services
from legions.shelf.card_choice import FoundCards
from legions.shelf.shelf_page import Shelf, left_out_words, read_shelf
from legions.site.errors import ActionRefused
from legions.site.requests import wants_json
from legions.site.search_queries import read_query
from legions.throttling import throttled_response
from rulesapi.judging import verdicts


@never_cache
@require_safe
def shelves(request: HttpRequest) -> HttpResponse:
    """List the games with the number of cards on the user's shelf of each."""
    counts = services.card_counts(owner=current_user(request)) if request.user.is_authenticated else {}
    games = [{"game": game, "cards": counts.get(game["slug"], 0)} for game in queries.published_games()]
    return render(request, "shelf/games.html", {"games": games})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shelf_page(request: HttpRequest, game: str) -> HttpResponse:
    """Show a shelf (`card`: the current one, `q`: a search for cards), or store cells and act on the shelf (`do`).

    A request for JSON gets the result for each cell that it sent. The input of a user who is not logged in is stored
    until they are.
    """
    catalog = _stock_or_404(game)
    if not request.user.is_authenticated:
        return _ask_to_log_in(request, catalog)
    if request.method != "POST":
        return _show(request, catalog)
    if waiting := throttled_response(request, "sheets"):
        return waiting
    pending_posts.discard_post(request, request.path)
    shelf = read_shelf(catalog, request.user, asked=request.POST.get("card", ""))
    texts = changed_cells(request.POST)
    saved = _save(request, shelf, texts)
    if wants_json(request):
        return _cells_response(read_shelf(catalog, request.user), texts, saved.errors)
    if saved.errors:
        return _show(request, catalog, errors=saved.errors, texts=texts, status=400)
    return _act(request, catalog, shelf)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def shelf_photo(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Return the photo of a card on the user's shelf, or store or delete it (`do=delete`)."""
    if not request.user.is_authenticated:
        return prompt_login(request, reverse("shelf", args=[game]), _("Log in to keep photos of your cards."))
    owner = current_user(request)
    if request.method != "POST":
        photo = services.photo_of(owner=owner, game=game, slug=slug)
        if photo is None:
            raise Http404("There is no photo.")
        headers = {"Cache-Control": "no-store, private", "Content-Disposition": "inline", "X-Robots-Tag": "noindex"}
        return HttpResponse(photo, content_type="image/jpeg", headers=headers)
    if request.POST.get("do") == "delete":
        services.delete_photo(owner=owner, game=game, slug=slug)
        return redirect(_address(game, slug))
    if waiting := throttled_response(request, "shelf-photos", by_account=True):
        return waiting
    address, error = "", ""
    try:
        card = services.store_photo(owner=owner, game=game, slug=slug, raw=_photo_file(request))
        address = f"{request.path}?v={card.photo_version}"
    except (UnreadablePicture, ActionRefused) as refused:
        error = str(refused)
    if wants_json(request):
        return JsonResponse({"photo": address, "error": error}, status=400 if error else 200)
    if error:
        messages.error(request, error)
    return redirect(_address(game, slug))


def _photo_file(request: HttpRequest) -> bytes:
    """Return the uploaded file. Raises ActionRefused without one, UnreadablePicture for a too large one."""
    file = request.FILES.get("photo")
    if file is None:
        raise ActionRefused(_("Choose a photo first."))
    raw: bytes = file.read(uploads.MAX_BYTES + 1)
    return raw


# -- actions -----------------------------------------------------------------------------------------------------------


def _act(request: HttpRequest, catalog: Stock, shelf: Shelf) -> HttpResponse:
    """Carry out the posted action after the cells were stored, and redirect."""
    do, _slash, what = request.POST.get("do", "").partition("/")
    game, current = shelf.game, shelf.current.card.slug if shelf.current else ""
    try:
        if do == "offer":
            return _offer(request, catalog)
        if do == "next":
            return redirect(_address(game, read_shelf(catalog, request.user).slug_after(what) or what))
        if do in _ACTIONS:
            current = _ACTIONS[do](request, catalog, what) or current
    except ActionRefused as refused:
        messages.error(request, str(refused))
    return redirect(_address(game, current))


def _add(request: HttpRequest, catalog: Stock, slug: str) -> str:
    card = catalog.card(slug)
    if not card.known:
        raise ActionRefused(_("The catalog does not have this card."))
    services.add_cards(owner=current_user(request), game=catalog.game["slug"], slugs=[card.slug])
    return card.slug


def _add_set(request: HttpRequest, catalog: Stock, slug: str) -> str:
    game = catalog.game["slug"]
    found = card_choice.cards_of_set(catalog, slug)
    if not found:
        raise ActionRefused(_("The catalog knows all deciding facts of this set."))
    added = services.add_cards(owner=current_user(request), game=game, slugs=found)
    message = ngettext("%(number)s card is on your shelf now.", "%(number)s cards are on your shelf now.", added)
    messages.success(request, message % {"number": added})
    return found[0]


def _add_next(request: HttpRequest, catalog: Stock, _what: str) -> str:
    game = catalog.game["slug"]
    mine = {entry.slug for entry in read_shelf(catalog, request.user).entries}
    deciding = waiting_cards(catalog).lists_by_card()
    found = card_choice.next_card(catalog, waiting_lists(game, catalog), deciding, mine)
    if found is None:
        raise ActionRefused(_("The catalog knows the deciding facts of all other cards."))
    services.add_cards(owner=current_user(request), game=game, slugs=[found.slug])
    return found.slug


def _remove(request: HttpRequest, catalog: Stock, slug: str) -> str:
    services.remove_card(owner=current_user(request), game=catalog.game["slug"], slug=slug)
    return ""


def _restore(request: HttpRequest, catalog: Stock, slug: str) -> str:
    services.restore_card(owner=current_user(request), game=catalog.game["slug"], slug=slug)
    return slug


def _enough(request: HttpRequest, catalog: Stock, slug: str) -> str:
    services.set_enough(owner=current_user(request), game=catalog.game["slug"], slug=slug, enough=True)
    return slug


def _not_enough(request: HttpRequest, catalog: Stock, slug: str) -> str:
    services.set_enough(owner=current_user(request), game=catalog.game["slug"], slug=slug, enough=False)
    return slug


def _rows_complete(request: HttpRequest, catalog: Stock, slug: str) -> str:
    shelf = read_shelf(catalog, request.user, asked=slug)
    if shelf.current is None or shelf.current.entry.slug != slug or not any(one.is_used for one in shelf.grids):
        raise ActionRefused(_("Enter the maneuvers first."))
    services.set_rows_complete(owner=current_user(request), game=catalog.game["slug"], slug=slug, complete=True)
    return slug


def _rows_incomplete(request: HttpRequest, catalog: Stock, slug: str) -> str:
    services.set_rows_complete(owner=current_user(request), game=catalog.game["slug"], slug=slug, complete=False)
    return slug


_ACTIONS: Mapping[str, Callable[[HttpRequest, Stock, str], str]] = {
    "add": _add,
    "add-set": _add_set,
    "add-next": _add_next,
    "remove": _remove,
    "restore": _restore,
    "enough": _enough,
    "not-enough": _not_enough,
    "rows-complete": _rows_complete,
    "rows-incomplete": _rows_incomplete,
}
"""The functions for the actions in a form's `do` field, before its argument; each returns the card to go to."""


def _offer(request: HttpRequest, catalog: Stock) -> HttpResponse:
    """Offer all complete cards as one batch."""
    if waiting := throttled_response(request, "contributions"):
        return waiting
    shelf = read_shelf(catalog, request.user)
    facts = {row.entry.slug: dict(row.facts) for row in shelf.offered_now}
    if not facts:
        raise ActionRefused(_("No card is done yet. A card is done when the facts beside its name are filled in."))
    try:
        done = services.offer_cards(
            owner=current_user(request), game=shelf.game, facts_by_slug=facts, thank="thank" in request.POST
        )
    except ContributionRefused as refused:
        raise ActionRefused(str(refused)) from refused
    messages.success(request, _offer_message(done))
    titles = {row.entry.slug: row.card.title for row in shelf.rows}
    lines = [_("{card} was left out: {why}").format(card=titles[slug], why=why) for slug, why in done.left.items()]
    for line in [*lines[:5], *left_out_words(shelf.unfinished)]:
        messages.info(request, line)
    return redirect(_address(shelf.game))


def _offer_message(done: SheetOffer) -> str:
    number = len(done.made)
    message = ngettext("%(number)s card is offered.", "%(number)s cards are offered.", number) % {"number": number}
    return f"{message} {_('A curator will review them; the decisions will be shown here.')}"


# -- pages -------------------------------------------------------------------------------------------------------------


def _save(request: HttpRequest, shelf: Shelf, texts: Mapping[str, str]) -> SavedCells:
    if not texts:
        return SavedCells()
    try:
        saved = table_cells.save_cells(holder=holder_of(request), table=shelf, texts=texts)
    except (ActionRefused, InvalidInput) as refused:
        return SavedCells(errors={"": refusal_message(refused)})
    if saved.numbers is not None:
        for slug in shelf.emptied(saved.numbers):
            services.set_rows_complete(owner=current_user(request), game=shelf.game, slug=slug, complete=False)
    return saved


def _show(
    request: HttpRequest,
    catalog: Stock,
    *,
    errors: Mapping[str, str] | None = None,
    texts: Mapping[str, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    """Return the page of a shelf; `texts` are cells that were not stored, because of `errors` or of a log-in."""
    asked = request.POST.get("card", "") or request.GET.get("card", "")
    shelf = read_shelf(catalog, request.user, asked=asked, shows_all="all" in request.GET)
    pending = pending_posts.pending_post(request, request.path) if texts is None else None
    if pending is not None:
        texts = {name: str(text) for name, text in pending.items() if name.startswith(CELL_PREFIX)}
    shelf.errors, shelf.entered = errors or {}, texts or {}
    game = catalog.game["slug"]
    removed = services.removed_slug(owner=current_user(request), game=game)
    context = {
        "game": catalog.game,
        "shelf": shelf,
        "now": shelf.current,
        "found": _found(request, catalog, pending),
        "on_shelf": {entry.slug for entry in shelf.entries},
        "pending": _pending(catalog, pending) if pending else None,
        "seen": shelf.shown_texts,
        "removed": catalog.card(removed) if removed else None,
        "name": display_name(current_user(request)),
        "most": services.MAX_CARDS,
        "most_photo_bytes": uploads.MAX_BYTES,
        "photo_is_too_large": uploads.too_large_message(),
    }
    template = "shelf/_now.html" if request.GET.get("part") == "card" else "shelf/shelf.html"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["Accept"])
    return response


def _pending(catalog: Stock, data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the action that was posted before the log-in, with its card or set."""
    do, _slash, what = str(data.get("do", "")).partition("/")
    card = catalog.card(what)
    return {"do": do if card.known or do != "add" else "", "what": what, "card": card}


def _found(request: HttpRequest, catalog: Stock, pending: Any) -> FoundCards:
    return card_choice.find_cards(catalog, read_query(request.GET.get("q", "") or (pending or {}).get("q", "")))


def _ask_to_log_in(request: HttpRequest, catalog: Stock) -> HttpResponse:
    """Show what a shelf is to a guest, or store their input and ask them to log in."""
    if request.method == "POST":
        kept = pending_posts.store_post(request, request.path)
        message = _("Log in or sign up for a shelf. What you wrote is kept until then.")
        return prompt_login(request, request.path, message if kept else _("Log in or sign up for a shelf."))
    context = {"game": catalog.game, "found": _found(request, catalog, None), "most": services.MAX_CARDS}
    return render(request, "shelf/guest.html", context)


def _cells_response(shelf: Shelf, texts: Mapping[str, str], errors: Mapping[str, str]) -> JsonResponse:
    """Return the state of cells as JSON, and of those that they tell, with the progress of their cards and of the
    shelf.
    """
    slugs = {name.split(".")[1] for name in texts if name.count(".") > 1}
    named = [card for card in shelf.cards if card.slug in slugs]
    cells = {cell.name: cell for card in named for cell in shelf.row(card).cells}
    told = {f"{CELL_PREFIX}{name}" for card in named for name in shelf.told_cells(card)}
    body = {
        "cells": {
            name: {
                "text": cells[name].text if name in cells else "",
                "state": cells[name].state if name in cells else "",
                "error": errors.get(name, ""),
            }
            for name in [*texts, *(told & cells.keys() - texts.keys())]
        },
        "error": errors.get("", ""),
        "rows": {row.card.slug: row.is_done for row in shelf.rows if row.card.slug in slugs},
        "done": shelf.done,
        "all": len(shelf.rows),
        "offer": len(shelf.offered_now),
    }
    return JsonResponse(body)


def _stock_or_404(game: str) -> Stock:
    try:
        verdicts.library(game)
    except InvalidInput as error:
        raise Http404(error.faults[0].message) from error
    return stock(game)


def _address(game: str, slug: str = "") -> str:
    """Return the address of a shelf, at a card."""
    address = reverse("shelf", args=[game])
    return f"{address}?{urlencode({'card': slug})}#row-{slug}" if slug else address
