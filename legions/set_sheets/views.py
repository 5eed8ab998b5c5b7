"""Views of set sheets: show them, store cells one by one or together, undo and redo, and offer them to the curators."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.curation.contributions import ContributionRefused, SheetOffer
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType
from catalog.pictures.uploads import UnreadablePicture
from legions.accounts import pending_posts
from legions.accounts.holders import Holder, holder_of, holder_or_new_guest
from legions.accounts.login_prompts import prompt_login
from legions.accounts.profile_names import display_name
from legions.cards import queries
from legions.cards.stock import stock
from legions.contributing import services as contributing
from legions.own_numbers import services as own_numbers
from legions.own_numbers import table_cells
from legions.own_numbers.models import OwnNumbers
from legions.own_numbers.services import NumbersChanged
from legions.own_numbers.table_cells import SavedCells, changed_cells, refusal_message
from legions.set_sheets.forms import OfferSheetForm
from legions.set_sheets.sheet_page import BY_NUMBER, ORDER_PARAMETER, SetSheet
from legions.site.errors import ActionRefused
from legions.site.requests import wants_json
from legions.throttling import throttled_response
from rulesapi.judging import verdicts

OFFER_PREFIX = "offer"
"""The prefix of the field names in the form that offers a sheet."""
STEPS = {"undo": own_numbers.undo_step, "redo": own_numbers.redo_step}
"""The functions for the actions in a form's `do` field."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sheet_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show the sheet of a set, store cells, or undo or redo a change (`do=undo/VERSION`, `redo/VERSION`).

    A request for JSON gets the result for each cell that it sent, and after a step the texts of all editable cells.
    """
    holder = holder_of(request)
    if (found := _asked_sheet(request, game, slug, holder)) is None:
        return redirect("sheet", game, current_slug_or_404(game, slug))
    if request.method != "POST":
        return show_sheet(request, found)
    if waiting := throttled_response(request, "sheets"):
        return waiting
    do, _slash, version = request.POST.get("do", "").partition("/")
    if do in STEPS:
        return _go_step(request, found, do, version)
    texts = changed_cells(request.POST)
    try:
        saved = table_cells.save_cells(holder=holder_or_new_guest(request), table=found, texts=texts)
    except (ActionRefused, InvalidInput) as refused:
        saved = SavedCells(errors={"": refusal_message(refused)})
    now = _asked_sheet(request, game, slug, holder_of(request)) or found
    now.errors, now.entered = saved.errors, {name: texts[name] for name in saved.errors if name in texts}
    if wants_json(request):
        return _cells_response(now, texts, saved.errors)
    if saved.errors:
        return show_sheet(request, now, status=400)
    kept = saved.kept
    message = ngettext("%(number)s number saved.", "%(number)s numbers saved.", kept) % {"number": kept}
    messages.success(request, message if kept else _("Nothing has changed."))
    return redirect(sheet_address(now))


@never_cache
@require_POST
def offer_sheet(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Offer the own numbers of a set's cards to the curators, with a contribution for each card.

    A user who is not logged in is asked to do so first: their own numbers move into the account, and the form is kept.
    """
    if (found := find_sheet(game, slug, holder_of(request))) is None:
        raise Http404("There is no such set.")
    address = sheet_address(found)
    if waiting := throttled_response(request, "contributions"):
        return waiting
    if not request.user.is_authenticated:
        pending_posts.store_post(request, request.path)
        message = _("Log in or sign up to offer your numbers. They come with you; then press the button once more.")
        return prompt_login(request, f"{address}#offer", message)
    form = OfferSheetForm(request.POST, request.FILES, prefix=OFFER_PREFIX)
    if not form.is_valid():
        return show_sheet(request, found, offer=form, status=400)
    try:
        done = contributing.offer_sheet(
            by=request.user,
            game=game,
            sheet=slug,
            facts_by_slug=table_cells.offered_rows(found),
            note=form.cleaned_data["note"],
            origin=form.origin,
        )
    except UnreadablePicture as error:
        form.add_error("photo", str(error))
    except ContributionRefused as refused:
        form.add_error(None, str(refused))
    else:
        pending_posts.discard_post(request, request.path)
        messages.success(request, _offer_message(done))
        return redirect("contributions")
    return show_sheet(request, found, offer=form, status=400)


def _offer_message(done: SheetOffer) -> str:
    number = len(done.made)
    message = ngettext("%(number)s card is offered.", "%(number)s cards are offered.", number) % {"number": number}
    if not done.left:
        return f"{message} {_('A curator will review them; the decisions will be shown here.')}"
    left = ngettext(
        "%(number)s card was left out, about which a curator has decided, or which the catalog knows by now.",
        "%(number)s cards were left out, about which a curator has decided, or which the catalog knows by now.",
        len(done.left),
    )
    return f"{message} {left % {'number': len(done.left)}}"


def _asked_sheet(request: HttpRequest, game: str, slug: str, holder: Holder) -> SetSheet | None:
    """Return the sheet of a set with the page and the order in the address, or None for an unknown set."""
    by_number = request.GET.get(ORDER_PARAMETER) == BY_NUMBER
    return find_sheet(game, slug, holder, request.GET.get("page"), by_number=by_number)


def find_sheet(
    game: str, slug: str, holder: Holder, number: str | None = None, *, by_number: bool = False
) -> SetSheet | None:
    """Return the sheet of a set for a holder, or None for an unknown set. Raises Http404 for a game without rules."""
    try:
        verdicts.library(game)
    except InvalidInput as error:
        raise Http404(error.faults[0].message) from error
    catalog = stock(game)
    if slug not in catalog.sets:
        return None
    return SetSheet(catalog, slug, number, by_number, numbers=OwnNumbers.objects.of(holder, game))


def current_slug_or_404(game: str, slug: str) -> str:
    """Return the present slug of a set with a former one. Raises Http404."""
    if newer := queries.current_slug(game, DocumentType.SET, slug):
        return newer
    raise Http404("There is no such set.")


def sheet_address(sheet: SetSheet) -> str:
    """Return the address of a sheet with its page and its order."""
    address = reverse("sheet", args=[sheet.game, sheet.set_slug])
    page = f"page={sheet.page.number}" if sheet.page.number > 1 else ""
    query = f"{sheet.order_query}{page}".rstrip("&")
    return f"{address}?{query}" if query else address


def show_sheet(request: HttpRequest, sheet: SetSheet, *, status: int = 200, **more: Any) -> HttpResponse:
    """Return a response with the page of a sheet."""
    rows = [row for part in sheet.parts for row in part.rows]
    context = {
        "game": sheet.stock.game,
        "set": sheet.document,
        "sheet": sheet,
        "address": sheet_address(sheet),
        "seen": sheet.own_texts(rows),
        "messages_of_cells": sheet.errors,
        "offer": OfferSheetForm(prefix=OFFER_PREFIX, initial=_waiting_offer(request, sheet)),
        "name": display_name(request.user) if request.user.is_authenticated else "",
        **more,
    }
    response = render(request, "set_sheets/sheet.html", context, status=status)
    patch_vary_headers(response, ["Accept"])
    return response


def _waiting_offer(request: HttpRequest, sheet: SetSheet) -> dict[str, Any]:
    """Return the values of the form that were submitted before the login, if any."""
    if not request.user.is_authenticated:
        return {}
    data = pending_posts.pending_post(request, reverse("sheet-offer", args=[sheet.game, sheet.set_slug]))
    return {name: data.get(f"{OFFER_PREFIX}-{name}", "") for name in ("printed", "note", "thank")} if data else {}


def _cells_response(
    sheet: SetSheet, texts: Iterable[str], errors: Mapping[str, str], status: int = 200
) -> JsonResponse:
    """Return the state of cells as JSON, with the numbers of missing and own ones, and the next steps to undo and
    redo.
    """
    cells = {cell.name: cell for row in sheet.all_rows for cell in row.cells}
    told = {
        name: {
            "text": cells[name].text if name in cells else "",
            "state": cells[name].state if name in cells else "",
            "error": errors.get(name, ""),
        }
        for name in texts
    }
    body = {
        "cells": told,
        "missing": sheet.missing,
        "own": sheet.own,
        "error": errors.get("", ""),
        "version": sheet.version,
        "undo": sheet.undo_words,
        "redo": sheet.redo_words,
        "what": sheet.numbers.what if sheet.numbers is not None else "",
    }
    return JsonResponse(body, status=status)


def _go_step(request: HttpRequest, sheet: SetSheet, do: str, version: str) -> HttpResponse:
    base = int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0
    error, what = "", ""
    try:
        what = STEPS[do](holder=holder_or_new_guest(request), game=sheet.game, base=base).what
    except NumbersChanged:
        error = _("Your numbers were changed in the meantime, so nothing was taken back.")
        if do == "redo":
            error = _("Your numbers were changed in the meantime, so nothing was done again.")
    except ActionRefused as refused:
        error = str(refused)
    if wants_json(request):
        now = _asked_sheet(request, sheet.game, sheet.set_slug, holder_of(request)) or sheet
        names = [cell.name for row in now.all_rows for cell in row.cells if cell.state in {"own", "missing"}]
        return _cells_response(now, names, {"": error}, status=409 if error else 200)
    if error:
        messages.info(request, error)
    else:
        messages.success(request, what)
    return redirect(f"{sheet_address(sheet)}#steps")
