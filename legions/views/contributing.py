"""Telling what a card says, and seeing what became of it."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog import contributing, roles
from catalog.admin.editing import with_row
from catalog.contributing import Moved, Refused
from catalog.faults import Malformed
from catalog.images import NoPicture
from catalog.models import Contribution, Shelf
from legions.cards import facts, reading
from legions.contributing import becoming, kept, offering
from legions.contributing.forms import CardForm
from legions.presenting.duties import contributor
from legions.services import display_name

from . import errors
from .sent import base_of
from .throttling import throttled

PAGE = 20
LARGEST = 2**63 - 1
"""The largest number that a row can have."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Tell what a card says: the wanted facts, or with `wrong` any that the catalog has wrong.

    What somebody writes who is not logged in waits for them behind the log-in.
    """
    revision = reading.in_force(game, Shelf.CARD, slug)
    if revision is None:
        if newer := reading.renamed(game, Shelf.CARD, slug):
            return redirect("contribute", game, newer)
        raise Http404("There is no such card.")
    mends = "wrong" in request.GET
    address = request.get_full_path() if mends else request.path
    if request.method != "POST":
        data = kept.kept(request, address) if request.user.is_authenticated else None
        if data is not None:
            messages.info(request, _("What you wrote is still here. Choose the photo again, then send it."))
        return _show(request, revision.document, CardForm(revision.document, mends=mends, data=data, judged=False))
    if waiting := throttled(request, "contributions"):
        return waiting
    if "_row" in request.POST:
        more = with_row(request.POST)
        return _show(request, revision.document, CardForm(revision.document, mends=mends, data=more, judged=False))
    if not request.user.is_authenticated:
        return _log_in_first(request, address)
    form = CardForm(revision.document, mends=mends, data=request.POST, files=request.FILES)
    if form.is_valid() and _offer(request, form):
        messages.success(request, _("Thank you. A curator will look at it; here you see what becomes of it."))
        return redirect("contributions")
    return _show(request, revision.document, form, status=400)


@never_cache
@require_http_methods(["GET", "HEAD"])
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show what somebody has told, and what became of each fact."""
    return _mine(request)


@never_cache
@require_http_methods(["POST"])
@login_required
def answer(request: HttpRequest, number: int) -> HttpResponse:
    """Answer what a curator has asked about an offer."""
    if number > LARGEST or not Contribution.objects.filter(by=request.user, pk=number).exists():
        return errors.not_found(request)
    try:
        contributing.answer(number=number, seen=base_of(request), by=request.user, words=request.POST.get("words", ""))
    except Moved:
        messages.info(request, _("This has changed in the meantime. Look again."))
    except (Refused, Malformed) as refused:
        return _mine(request, number=number, refusal=_said(refused), status=400)
    else:
        messages.success(request, _("Your answer is with the curators."))
    return redirect("contributions")


def _mine(request: HttpRequest, *, status: int = 200, **said: Any) -> HttpResponse:
    found = Contribution.objects.filter(by=request.user).select_related("record")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "contributor": contributor(request.user) if roles.CONTRIBUTOR in roles.roles_of(request.user) else None,
        "told": becoming.told(page.object_list),
        "accepted": contributing.accepted_of(request.user),
        "limit": contributing.limit_of(request.user),
        "paused": contributing.paused_until(request.user),
        **said,
    }
    return render(request, "contributing/mine.html", context, status=status)


def _offer(request: HttpRequest, form: CardForm) -> bool:
    """Offer what the form says; return whether it was taken, with the reason at the form where it was not."""
    document = form.document
    try:
        offering.offer(
            by=request.user,
            game=document["game"],
            slug=document["slug"],
            facts=form.said,
            note=form.about.cleaned_data["note"],
            mends=form.mends,
            origin=form.about.origin,
        )
    except Malformed as error:
        form.place(error)
    except NoPicture as error:
        form.about.add_error("photo", str(error))
    except Refused as refused:
        form.loose.append(str(refused))
    else:
        return True
    return False


def _log_in_first(request: HttpRequest, address: str) -> HttpResponse:
    if kept.keep(request, address):
        messages.info(request, _("Log in or sign up to send it. What you wrote waits for you."))
    else:
        messages.info(request, _("Log in or sign up first. What you wrote is too long to be kept meanwhile."))
    return redirect_to_login(address, settings.LOGIN_URL)


def _show(request: HttpRequest, document: dict[str, Any], form: CardForm, *, status: int = 200) -> HttpResponse:
    game = reading.game_or_404(document["game"])
    context = {
        "game": game,
        "card": document,
        "sheet": facts.sheet(document),
        "set": reading.set_document(game["slug"], document["set"]) if document.get("set") else None,
        "form": form,
        "nothing": not form.facts.properties,
        "name": display_name(request.user) if request.user.is_authenticated else "",
    }
    return render(request, "contributing/card.html", context, status=status)


def _said(refused: Exception) -> str:
    if isinstance(refused, Malformed):
        return " ".join(fault.message for fault in refused.faults)
    return str(refused)
