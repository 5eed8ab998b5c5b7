"""Views of the import: show a list as it was parsed, and save it on request."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog.documents import canonical, json_input
from catalog.documents.errors import Fault, InvalidInput
from catalog.pictures import uploads
from legions import importing
from legions.accounts.holders import holder_or_new_guest
from legions.cards import queries
from legions.importing.import_page import ImportPage
from legions.saved_lists import services
from legions.sharing.responses import throttled_unknown_key
from legions.site.errors import ActionRefused
from legions.throttling import throttled_response
from rulesapi import text_form

MAX_LINE_FAULTS = 20
_LINE_NUMBER = re.compile(r"[0-9]{1,6}\Z")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: HttpRequest) -> HttpResponse:
    """Show the import form, or the parsed list after a submission."""
    if request.method != "POST":
        return _show(request)
    words, file = _posted_text(request), request.FILES.get("file")
    sent = file.read(importing.MAX_UPLOAD_BYTES + 1) if file else words
    if isinstance(sent, bytes) and uploads.image_format(sent) in uploads.ACCEPTED_FORMATS:
        waiting = throttled_response(request, "photos")
        if waiting:
            return waiting
    try:
        parsed = importing.parse_import(sent, request.POST.get("game", ""))
    except InvalidInput as error:
        waiting = throttled_unknown_key(request, error)
        return waiting or _show(request, faults=error.faults, status=error.status, text=words)
    try:
        taken = ImportPage(parsed.document, parsed)
        taken.verdict.outcome  # noqa: B018 - a list that cannot be judged raises InvalidInput here
    except InvalidInput as error:
        return _show(request, faults=[*error.faults, *_faults_of_lines(parsed)], status=error.status, text=words)
    return _show(request, taken=taken, document=canonical.compact(parsed.document), text=parsed.text or words)


def _posted_text(request: HttpRequest) -> str:
    """Return the submitted text, with the line that the user has marked as a card."""
    text = request.POST.get("text", "")
    line = request.POST.get("card_line", "")
    return text_form.as_card_line(text, int(line)) if _LINE_NUMBER.match(line) else text


def _faults_of_lines(parsed: importing.ParsedImport) -> list[Fault]:
    """Return faults for the lines that were not understood in a list that could not be judged."""
    rows = [row for row in parsed.rows if row.line and row.outcome in {"unknown", "dropped"}]
    message = _("Line %(line)d, “%(text)s”: %(message)s")
    return [
        Fault("", "line", message % {"line": row.line, "text": row.text, "message": row.message})
        for row in rows[:MAX_LINE_FAULTS]
    ]


@never_cache
@require_POST
def save_import(request: HttpRequest) -> HttpResponse:
    """Save the parsed legion and redirect to it."""
    try:
        document = json_input.loads(request.POST.get("document", "").encode("utf-8", "surrogatepass"))
        legion = services.create_legion(holder=holder_or_new_guest(request), document=document, what=_("Imported."))
    except InvalidInput as error:
        return _show(request, faults=error.faults, status=error.status)
    except ActionRefused as error:
        errors = (Fault("", "refused", str(error)),)
        return _show(request, faults=errors, status=409, text=request.POST.get("document", ""))
    messages.success(request, _("Imported."))
    return redirect("legion", legion.pk)


def _show(request: HttpRequest, *, status: int = 200, **context: object) -> HttpResponse:
    """Render the import page for the game named in the address or the form."""
    game = request.POST.get("game", request.GET.get("game", ""))
    context = {"games": queries.published_games(), "chosen_game": game, "text": request.POST.get("text", ""), **context}
    return render(request, "importing/import.html", context, status=status)
