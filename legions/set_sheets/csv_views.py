"""Views for set sheets as files: export, and import of all cells or none."""

from collections.abc import Sequence

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from catalog.documents.errors import Fault, InvalidInput
from legions.accounts.holders import Holder, holder_of, holder_or_new_guest
from legions.own_numbers import table_cells
from legions.set_sheets import csv_files
from legions.set_sheets.csv_files import SheetFile
from legions.set_sheets.sheet_page import SetSheet
from legions.set_sheets.views import find_sheet, sheet_address
from legions.site.csv_files import BOM
from legions.site.errors import ActionRefused
from legions.throttling import throttled_response

MAX_SHOWN = 50
"""The maximum number of faults shown for a file."""


@never_cache
@require_safe
def export_sheet(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Send a sheet as a CSV file, with its cards by number."""
    text = csv_files.write_csv(_sheet_or_404(game, slug, holder_of(request), by_number=True))
    response = HttpResponse(BOM + text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="sheet-{game}-{slug}.csv"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_sheet(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show the form for a file, or store the cells of the uploaded one; if one is wrong, none is stored."""
    sheet = _sheet_or_404(game, slug, holder_of(request))
    if request.method != "POST":
        return _show(request, sheet)
    if waiting := throttled_response(request, "collection-files"):
        return waiting
    file = request.FILES.get("file")
    raw = file.read(csv_files.MAX_BYTES + 1) if file else request.POST.get("text", "").encode("utf-8", "surrogatepass")
    try:
        found = csv_files.read_csv(raw, sheet)
        faults, kept = _keep(holder_or_new_guest(request), sheet, found)
    except InvalidInput as error:
        return _show(request, sheet, errors=error.faults, status=error.status)
    except ActionRefused as refused:
        return _show(request, sheet, errors=[Fault("", "refused", str(refused))], status=400)
    if faults:
        return _show(request, sheet, errors=faults, notes=found.notes, status=400)
    for note in found.notes:
        messages.warning(request, note)
    message = ngettext("%(number)s number saved.", "%(number)s numbers saved.", kept) % {"number": kept}
    messages.success(request, message if kept else _("Nothing has changed."))
    return redirect(sheet_address(sheet))


def _keep(holder: Holder, sheet: SetSheet, file: SheetFile) -> tuple[list[Fault], int]:
    """Store the cells of a file, all or none. Return the faults with their places, and the number of stored cells."""
    with transaction.atomic():
        saved = table_cells.save_cells(holder=holder, table=sheet, texts=file.texts)
        wrong = [Fault(file.places.get(name, ""), "invalid", message) for name, message in saved.errors.items()]
        if faults := [*file.faults, *wrong]:
            transaction.set_rollback(True)
    return faults, saved.kept


def _sheet_or_404(game: str, slug: str, holder: Holder, *, by_number: bool = False) -> SetSheet:
    if (found := find_sheet(game, slug, holder, by_number=by_number)) is None:
        raise Http404("There is no such set.")
    return found


def _show(
    request: HttpRequest,
    sheet: SetSheet,
    *,
    errors: Sequence[Fault] = (),
    notes: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "game": sheet.stock.game,
        "set": sheet.document,
        "sheet": sheet,
        "errors": errors[:MAX_SHOWN],
        "notes": notes,
        "text": request.POST.get("text", ""),
        "most": csv_files.MAX_LINES,
    }
    return render(request, "set_sheets/import.html", context, status=status)
