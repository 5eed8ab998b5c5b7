"""Views of printed legions: a sheet and cards to cut out, for the browser's printer or as a PDF."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.documents import slugify
from legions.game_words import words_of_game
from legions.printing.forms import CardsForm, SheetForm
from legions.printing.pdf import PDFNotMade
from legions.printing.print_jobs import CardsPrintJob, SheetPrintJob
from legions.saved_lists.lookup import with_own_legion
from legions.saved_lists.models import Legion
from legions.saved_lists.shared_lookup import with_shared_legion
from legions.site import error_views
from legions.site.responses import noindex
from legions.throttling import throttled_response

PRINT_JOBS = {"sheet": (SheetForm, SheetPrintJob), "cards": (CardsForm, CardsPrintJob)}


@never_cache
@require_safe
@with_own_legion
def print_own(request: HttpRequest, legion: Legion, job: str) -> HttpResponse:
    """Show the print preview of a user's own legion."""
    return _page(request, legion, job, f"/legions/{legion.pk}/", whole=True)


@never_cache
@require_safe
@with_own_legion
def pdf_own(request: HttpRequest, legion: Legion, job: str) -> HttpResponse:
    """Return the PDF of a user's own legion."""
    return _pdf(request, legion, job, whole=True)


@never_cache
@require_safe
@with_shared_legion
def print_shared(request: HttpRequest, legion: Legion, job: str) -> HttpResponse:
    """Show the print preview of a shared legion."""
    return noindex(_page(request, legion, job, f"/s/{legion.share_key}/", whole=False))


@never_cache
@require_safe
@with_shared_legion
def pdf_shared(request: HttpRequest, legion: Legion, job: str) -> HttpResponse:
    """Return the PDF of a shared legion."""
    return noindex(_pdf(request, legion, job, whole=False))


def _print(request: HttpRequest, legion: Legion, job: str, whole: bool) -> SheetPrintJob | CardsPrintJob | None:
    """Return the print job, or None for invalid options."""
    make_form, make_print = PRINT_JOBS[job]
    form = make_form(request.GET, words_of_game(legion.game))
    site = request.build_absolute_uri("/").rstrip("/")
    return make_print(legion, form, site, whole) if form.is_valid() else None


def _page(request: HttpRequest, legion: Legion, job: str, back: str, *, whole: bool) -> HttpResponse:
    if waiting := throttled_response(request, "printing"):
        return waiting
    print_ = _print(request, legion, job, whole)
    if print_ is None:
        return error_views.bad_request(request)
    context = {
        "print": print_,
        "pages": [mark_safe(page) for page in print_.pages],  # noqa: S308 - our own drawings, all words in them escaped
        "job": job,
        "back": back,
        "query": request.GET.urlencode(),
    }
    return render(request, "printing/printing.html", context)


def _pdf(request: HttpRequest, legion: Legion, job: str, *, whole: bool) -> HttpResponse:
    if waiting := throttled_response(request, "pdfs"):
        return waiting
    print_ = _print(request, legion, job, whole)
    if print_ is None:
        return error_views.bad_request(request)
    if not print_.pages:
        return error_views.not_found(request)
    try:
        made = print_.pdf
    except PDFNotMade:
        return error_views.no_pdf(request)
    response = HttpResponse(made, content_type="application/pdf")
    name = slugify(legion.name)[:80] or str(legion.word)
    response["Content-Disposition"] = f'attachment; filename="{name}-{job}.pdf"'
    return response
