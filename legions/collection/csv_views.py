"""Views for collections as files: CSV export, and import with a preview."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.tables.file_formats import csv_file
from legions.accounts.holders import holder_of, holder_or_new_guest
from legions.cards.import_outcomes import OUTCOME_LABELS
from legions.cards.queries import require_rules
from legions.cards.stock import stock
from legions.collection import csv_files, services
from legions.collection.counts import MAX_COPIES, Counts
from legions.collection.csv_columns import NO_COLUMN, UnclearCountColumn
from legions.collection.game_collection import GameCollection
from legions.collection.models import Collection
from legions.site.csv_files import BOM
from legions.site.invalid_forms import invalid_form
from legions.throttling import throttled_response

IMPORT_MODES = {
    "these": gettext_lazy("Replace the counts of these cards, keep the others"),
    "more": gettext_lazy("Add these to the cards I own"),
    "all": gettext_lazy("This is all that I have"),
}
"""The ways to apply the counts of a file, in the order they are offered."""


@never_cache
@require_safe
def export_csv(request: HttpRequest, game: str) -> HttpResponse:
    """Send a collection as a CSV file."""
    require_rules(game)
    page = GameCollection(stock(game), Collection.objects.of(holder_of(request), game))
    text = csv_files.write_csv(page.counts, page.library, _set_names(page))
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="my-collection-{game}.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_csv(request: HttpRequest, game: str) -> HttpResponse:
    """Show the form for a file, or a preview of the uploaded one."""
    require_rules(game)
    if request.method != "POST":
        return _show(request, game)
    if waiting := throttled_response(request, "collection-files"):
        return waiting
    file = request.FILES.get("file")
    raw = file.read(csv_files.MAX_BYTES + 1) if file else request.POST.get("text", "").encode("utf-8", "surrogatepass")
    page = GameCollection(stock(game), Collection.objects.of(holder_of(request), game))
    try:
        chosen = _chosen_column(request.POST.get("count_column", ""))
        sheet = csv_files.read_csv(raw, page.library, _set_names(page), count_column=chosen)
    except UnclearCountColumn as error:
        text = csv_file(raw).text
        return _show(request, game, errors=error.faults, status=error.status, choices=error.choices, text=text)
    except InvalidInput as error:
        return _show(request, game, errors=error.faults, status=error.status)
    return _show(request, game, sheet=sheet, counted=canonical.compact(sheet.counts.as_document()))


@never_cache
@require_POST
def save_counts(request: HttpRequest, game: str) -> HttpResponse:
    """Apply the previewed counts of a file, completely or not at all."""
    require_rules(game)
    holder = holder_or_new_guest(request)
    collection = Collection.objects.of(holder, game)
    page = GameCollection(stock(game), collection)
    base = request.POST.get("base", "")
    try:
        now = _counts(request.POST.get("counted", ""), page)
        if request.POST.get("way") not in IMPORT_MODES or not (base.isascii() and base.isdigit() and len(base) < 10):
            raise invalid_form(_("This page is out of date. Reload it."))
        by_mode = {"these": page.counts.with_counts, "more": page.counts.with_added, "all": _alone}
        counts = by_mode[request.POST["way"]](now)
        services.replace_counts(
            holder=holder, game=game, base=int(base), counts=counts, what=_("Imported from a file.")
        )
    except InvalidInput as error:
        return _show(request, game, errors=error.faults, status=error.status)
    except services.CollectionChanged:
        message = _("Your collection was changed in the meantime, so nothing was counted. Send the file again.")
        return _show(request, game, errors=(Fault("", "moved", message),), status=409)
    messages.success(request, _("Imported. You can undo this."))
    return redirect("collection", game)


def _chosen_column(text: str) -> int | None:
    """Return the index of the chosen column, NO_COLUMN if there is none, or None without a choice."""
    if text == str(NO_COLUMN):
        return NO_COLUMN
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def _alone(now: Counts) -> Counts:
    return now


def _counts(text: str, page: GameCollection) -> Counts:
    """Return the counts in a form. Raises InvalidInput for data that no page has sent."""
    payload = json_input.loads(text.encode("utf-8", "surrogatepass"))
    known: dict[str, Any] = {"cards": page.stock.cards, "packs": page.stock.sets}
    if not isinstance(payload, dict) or payload.keys() != known.keys():
        raise invalid_form(_("This page does not know that form. Send the file again."))
    for part, of in known.items():
        counted = payload[part]
        if not isinstance(counted, dict) or not all(slug in of for slug in counted):
            raise invalid_form(_("A card or box of this is not in the catalog any more. Send the file again."))
        if not all(type(number) is int and 0 <= number <= MAX_COPIES for number in counted.values()):
            raise invalid_form(_("A count is a whole number from 0 to 10,000."))
    return Counts.of_document(payload)


def _set_names(page: GameCollection) -> dict[str, str]:
    return {slug: one["name"] or slug for slug, one in page.stock.sets.items()}


def _show(request: HttpRequest, game: str, *, status: int = 200, **extra: Any) -> HttpResponse:
    catalog = stock(game)
    collection = Collection.objects.of(holder_of(request), game)
    context = {
        "game": catalog.game,
        "collection": GameCollection(catalog, collection),
        "stock": catalog,
        "text": request.POST.get("text", ""),
        "words": OUTCOME_LABELS,
        "modes": IMPORT_MODES,
        "most": csv_files.MAX_LINES,
        "no_column": NO_COLUMN,
        **extra,
    }
    return render(request, "collection/import.html", context, status=status)
