"""A collection as a file: written as CSV, and read from one, shown as it was understood before anything is counted."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from catalog import canonical, guard
from catalog.faults import Fault, Malformed
from legions.accounts.people import holder_of, holder_to_be
from legions.cards.stock import stock
from legions.collection import services, sheets
from legions.collection.counts import MOST_COPIES, Counts
from legions.models import Collection
from legions.presenting.collected import Collected
from legions.presenting.imported import WORDS

from .collection import game_or_404
from .throttling import throttled

BOM = "\ufeff"
"""What tells spreadsheets that a file is UTF-8."""
WAYS = {
    "these": gettext_lazy("Count these anew, leave the others as they are"),
    "more": gettext_lazy("Add these to what I have"),
    "all": gettext_lazy("This is all that I have"),
}
"""What can be done with what a file counts, in the order in which it is offered."""


@never_cache
@require_safe
def export(request: HttpRequest, game: str) -> HttpResponse:
    """Give what somebody has of a game as a file."""
    game_or_404(game)
    held = Collected(stock(game), Collection.objects.of(holder_of(request), game))
    text = sheets.write(held.counts, held.library, _set_names(held))
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="my-collection-{game}.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest, game: str) -> HttpResponse:
    """Ask for a file, or tell how the one that was sent is understood."""
    game_or_404(game)
    if request.method != "POST":
        return _show(request, game)
    if waiting := throttled(request, "collection-files"):
        return waiting
    file = request.FILES.get("file")
    raw = file.read(sheets.MOST_BYTES + 1) if file else request.POST.get("text", "").encode("utf-8", "surrogatepass")
    held = Collected(stock(game), Collection.objects.of(holder_of(request), game))
    try:
        sheet = sheets.read(raw, held.library, _set_names(held))
    except Malformed as error:
        return _show(request, game, faults=error.faults, status=error.status)
    return _show(request, game, sheet=sheet, counted=canonical.wire(sheet.counts.as_document()))


@never_cache
@require_POST
def keep(request: HttpRequest, game: str) -> HttpResponse:
    """Count what a file counts, as it was understood, all of it or nothing."""
    game_or_404(game)
    holder = holder_to_be(request)
    kept = Collection.objects.of(holder, game)
    held = Collected(stock(game), kept)
    base = request.POST.get("base", "")
    try:
        now = _counts(request.POST.get("counted", ""), held)
        if request.POST.get("way") not in WAYS or not (base.isascii() and base.isdigit() and len(base) < 10):
            raise _refused(_("This page does not know that button. Load it again."))
        by_way = {"these": held.counts.counted_anew, "more": held.counts.added_to, "all": _alone}
        counts = by_way[request.POST["way"]](now)
        services.replace(holder=holder, game=game, base=int(base), counts=counts, what=_("Counted as a file said."))
    except Malformed as error:
        return _show(request, game, faults=error.faults, status=error.status)
    except services.Moved:
        said = _("Your collection was changed in the meantime, so nothing was counted. Send the file again.")
        return _show(request, game, faults=(Fault("", "moved", said),), status=409)
    messages.success(request, _("Counted as the file said. Undo takes it back."))
    return redirect("collection", game)


def _alone(now: Counts) -> Counts:
    return now


def _counts(text: str, held: Collected) -> Counts:
    """Return what a form counts. Raises Malformed for what no page has sent."""
    sent = guard.loads(text.encode("utf-8", "surrogatepass"))
    known: dict[str, Any] = {"cards": held.stock.cards, "packs": held.library.contents}
    if not isinstance(sent, dict) or sent.keys() != known.keys():
        raise _refused(_("This page does not know that form. Send the file again."))
    for part, of in known.items():
        counted = sent[part]
        if not isinstance(counted, dict) or not all(slug in of for slug in counted):
            raise _refused(_("A card or box of this is not in the catalog any more. Send the file again."))
        if not all(type(number) is int and 0 <= number <= MOST_COPIES for number in counted.values()):
            raise _refused(_("A count is a whole number from 0 to 10,000."))
    return Counts.of_document(sent)


def _set_names(held: Collected) -> dict[str, str]:
    return {slug: one["name"] or slug for slug, one in held.stock.sets.items()}


def _refused(message: str) -> Malformed:
    return Malformed("invalid-form", [Fault("", "invalid", message)])


def _show(request: HttpRequest, game: str, *, status: int = 200, **told: Any) -> HttpResponse:
    shelf = stock(game)
    kept = Collection.objects.of(holder_of(request), game)
    context = {
        "game": shelf.game,
        "held": Collected(shelf, kept),
        "stock": shelf,
        "text": request.POST.get("text", ""),
        "words": WORDS,
        "ways": WAYS,
        "most": sheets.MOST_LINES,
        **told,
    }
    return render(request, "collection/import.html", context, status=status)
