"""A collection as a file: written as CSV, and read from one, shown as it was understood before anything is counted."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.documents import canonical, guard
from catalog.documents.errors import Fault, InvalidInput
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.cards.stock import stock
from legions.collection import csv_files, services
from legions.collection.collection_page import CollectionPage
from legions.collection.counts import MAX_COPIES, Counts
from legions.collection.models import Collection
from legions.importing.import_page import OUTCOME_LABELS

from ..throttling import throttled_response
from .views import game_or_404

BOM = "\ufeff"
"""What tells spreadsheets that a file is UTF-8."""
IMPORT_MODES = {
    "these": gettext_lazy("Count these anew, leave the others as they are"),
    "more": gettext_lazy("Add these to what I have"),
    "all": gettext_lazy("This is all that I have"),
}
"""What can be done with what a file counts, in the order in which it is offered."""


@never_cache
@require_safe
def export_csv(request: HttpRequest, game: str) -> HttpResponse:
    """Give what somebody has of a game as a file."""
    game_or_404(game)
    held = CollectionPage(stock(game), Collection.objects.of(holder_of(request), game))
    text = csv_files.write_csv(held.counts, held.library, _set_names(held))
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="my-collection-{game}.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_csv(request: HttpRequest, game: str) -> HttpResponse:
    """Ask for a file, or tell how the one that was sent is understood."""
    game_or_404(game)
    if request.method != "POST":
        return _show(request, game)
    if waiting := throttled_response(request, "collection-files"):
        return waiting
    file = request.FILES.get("file")
    raw = file.read(csv_files.MAX_BYTES + 1) if file else request.POST.get("text", "").encode("utf-8", "surrogatepass")
    held = CollectionPage(stock(game), Collection.objects.of(holder_of(request), game))
    try:
        sheet = csv_files.read_csv(raw, held.library, _set_names(held))
    except InvalidInput as error:
        return _show(request, game, faults=error.faults, status=error.status)
    return _show(request, game, sheet=sheet, counted=canonical.compact(sheet.counts.as_document()))


@never_cache
@require_POST
def save_counts(request: HttpRequest, game: str) -> HttpResponse:
    """Count what a file counts, as it was understood, all of it or nothing."""
    game_or_404(game)
    holder = holder_or_new_guest(request)
    kept = Collection.objects.of(holder, game)
    held = CollectionPage(stock(game), kept)
    base = request.POST.get("base", "")
    try:
        now = _counts(request.POST.get("counted", ""), held)
        if request.POST.get("way") not in IMPORT_MODES or not (base.isascii() and base.isdigit() and len(base) < 10):
            raise _refused(_("This page does not know that button. Load it again."))
        by_way = {"these": held.counts.with_counts, "more": held.counts.with_added, "all": _alone}
        counts = by_way[request.POST["way"]](now)
        services.replace_counts(
            holder=holder, game=game, base=int(base), counts=counts, what=_("Counted as a file said.")
        )
    except InvalidInput as error:
        return _show(request, game, faults=error.faults, status=error.status)
    except services.CollectionChanged:
        said = _("Your collection was changed in the meantime, so nothing was counted. Send the file again.")
        return _show(request, game, faults=(Fault("", "moved", said),), status=409)
    messages.success(request, _("Counted as the file said. Undo takes it back."))
    return redirect("collection", game)


def _alone(now: Counts) -> Counts:
    return now


def _counts(text: str, held: CollectionPage) -> Counts:
    """Return what a form counts. Raises InvalidInput for what no page has sent."""
    sent = guard.loads(text.encode("utf-8", "surrogatepass"))
    known: dict[str, Any] = {"cards": held.stock.cards, "packs": held.library.contents}
    if not isinstance(sent, dict) or sent.keys() != known.keys():
        raise _refused(_("This page does not know that form. Send the file again."))
    for part, of in known.items():
        counted = sent[part]
        if not isinstance(counted, dict) or not all(slug in of for slug in counted):
            raise _refused(_("A card or box of this is not in the catalog any more. Send the file again."))
        if not all(type(number) is int and 0 <= number <= MAX_COPIES for number in counted.values()):
            raise _refused(_("A count is a whole number from 0 to 10,000."))
    return Counts.of_document(sent)


def _set_names(held: CollectionPage) -> dict[str, str]:
    return {slug: one["name"] or slug for slug, one in held.stock.sets.items()}


def _refused(message: str) -> InvalidInput:
    return InvalidInput("invalid-form", [Fault("", "invalid", message)])


def _show(request: HttpRequest, game: str, *, status: int = 200, **told: Any) -> HttpResponse:
    shelf = stock(game)
    kept = Collection.objects.of(holder_of(request), game)
    context = {
        "game": shelf.game,
        "held": CollectionPage(shelf, kept),
        "stock": shelf,
        "text": request.POST.get("text", ""),
        "words": OUTCOME_LABELS,
        "ways": IMPORT_MODES,
        "most": csv_files.MAX_LINES,
        **told,
    }
    return render(request, "collection/import.html", context, status=status)
