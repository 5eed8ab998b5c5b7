"""Legions to print: a sheet, and cards to cut out, as pages for the browser's printer and the same pages as a PDF."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from catalog.documents import slugify
from legions.games import room_of
from legions.models import Legion
from legions.printing.options import CardsForm, SheetForm
from legions.printing.pdf import NotMade
from legions.printing.prints import CardsPrint, SheetPrint

from . import errors
from .legions import held_or_404, thrown_away
from .sharing import unlisted, wrong_key
from .throttling import throttled

PRINTS = {"sheet": (SheetForm, SheetPrint), "cards": (CardsForm, CardsPrint)}


@never_cache
@require_safe
def own(request: HttpRequest, pk: Any, what: str) -> HttpResponse:
    """Show one of one's own legions as it is printed."""
    legion = held_or_404(request, pk)
    if legion.deleted_at:
        return thrown_away(request, legion)
    return _page(request, legion, what, f"/legions/{legion.pk}/", whole=True)


@never_cache
@require_safe
def own_pdf(request: HttpRequest, pk: Any, what: str) -> HttpResponse:
    """Give the same as a PDF."""
    legion = held_or_404(request, pk)
    return thrown_away(request, legion) if legion.deleted_at else _pdf(request, legion, what, whole=True)


@never_cache
@require_safe
def shared(request: HttpRequest, key: str, what: str) -> HttpResponse:
    """Show a shared legion as it is printed."""
    legion = Legion.objects.under(key)
    if legion is None:
        return wrong_key(request, key)
    return unlisted(_page(request, legion, what, f"/s/{key}/", whole=False))


@never_cache
@require_safe
def shared_pdf(request: HttpRequest, key: str, what: str) -> HttpResponse:
    """Give the same as a PDF."""
    legion = Legion.objects.under(key)
    return wrong_key(request, key) if legion is None else unlisted(_pdf(request, legion, what, whole=False))


def _print(request: HttpRequest, legion: Legion, what: str, whole: bool) -> SheetPrint | CardsPrint | None:
    """Return what is to be printed, None for options that there are not."""
    make_form, make_print = PRINTS[what]
    form = make_form(request.GET, room_of(legion.game))
    site = request.build_absolute_uri("/").rstrip("/")
    return make_print(legion, form, site, whole) if form.is_valid() else None


def _page(request: HttpRequest, legion: Legion, what: str, back: str, *, whole: bool) -> HttpResponse:
    if waiting := throttled(request, "printing"):
        return waiting
    print_ = _print(request, legion, what, whole)
    if print_ is None:
        return errors.bad_request(request)
    context = {
        "print": print_,
        "pages": [mark_safe(page) for page in print_.pages],  # noqa: S308 - our own drawings, all words in them escaped
        "what": what,
        "back": back,
        "query": request.GET.urlencode(),
    }
    return render(request, "legions/printing.html", context)


def _pdf(request: HttpRequest, legion: Legion, what: str, *, whole: bool) -> HttpResponse:
    if waiting := throttled(request, "pdfs"):
        return waiting
    print_ = _print(request, legion, what, whole)
    if print_ is None:
        return errors.bad_request(request)
    if not print_.pages:
        return errors.not_found(request)
    try:
        made = print_.pdf
    except NotMade:
        return errors.no_pdf(request)
    response = HttpResponse(made, content_type="application/pdf")
    name = slugify(legion.name)[:80] or str(legion.word)
    response["Content-Disposition"] = f'attachment; filename="{name}-{what}.pdf"'
    return response
