"""Views for contributions: offer facts of a card, and see the outcomes."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from catalog import permissions
from catalog.admin.document_editor import add_row
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused
from catalog.documents.errors import InvalidInput
from catalog.models import Contribution, DocumentType
from catalog.permissions import current_user
from catalog.pictures.uploads import UnreadablePicture
from legions.accounts import pending_posts
from legions.accounts.holders import holder_of
from legions.accounts.login_prompts import prompt_login
from legions.accounts.profile_names import display_name
from legions.accounts.role_descriptions import contributor_description
from legions.cards import card_sheet, queries
from legions.contributing import offer_outcomes, services
from legions.contributing.forms import CardFactsForm
from legions.own_numbers.own_cards import cards_with_own_numbers
from legions.site import error_views
from legions.site.form_tokens import base_version
from legions.throttling import throttled_response

PAGE_SIZE = 20
MAX_NUMBER = 2**63 - 1
"""The largest possible primary key."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def contribute(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """Show or process the form for the wanted facts of a card, or with `wrong` the form for correcting any fact.

    The input of a user who is not logged in is stored until they are.
    """
    revision = queries.current_revision(game, DocumentType.CARD, slug)
    if revision is None:
        if newer := queries.current_slug(game, DocumentType.CARD, slug):
            return redirect("contribute", game, newer)
        raise Http404("There is no such card.")
    mends = "wrong" in request.GET
    address = request.get_full_path() if mends else request.path
    if request.method != "POST":
        data = pending_posts.pending_post(request, address) if request.user.is_authenticated else None
        if data is not None:
            pending_posts.discard_post(request, address)
            messages.info(request, _("What you wrote is still here. Choose a photo if you have one, then send it."))
        return _show(request, revision.document, CardFactsForm(revision.document, mends=mends, data=data, judged=False))
    if waiting := throttled_response(request, "contributions"):
        return waiting
    if "_row" in request.POST:
        more = add_row(request.POST)
        return _show(request, revision.document, CardFactsForm(revision.document, mends=mends, data=more, judged=False))
    if not request.user.is_authenticated:
        return _log_in_first(request, address)
    form = CardFactsForm(revision.document, mends=mends, data=request.POST, files=request.FILES)
    if form.is_valid() and _offer(request, form):
        messages.success(request, _("Thank you. A curator will review it; the decision will be shown here."))
        return redirect("contributions")
    return _show(request, revision.document, form, status=400)


@never_cache
@require_http_methods(["GET", "HEAD"])
@login_required
def my_contributions(request: HttpRequest) -> HttpResponse:
    """Show the user's contributions with the outcome of each fact."""
    return _mine(request)


@never_cache
@require_http_methods(["POST"])
@login_required
def answer_question(request: HttpRequest, number: int) -> HttpResponse:
    """Answer the question of a curator about a contribution."""
    if number > MAX_NUMBER or not Contribution.objects.filter(by=current_user(request), pk=number).exists():
        return error_views.not_found(request)
    try:
        contributions.answer_curator(
            number=number, seen=base_version(request), by=current_user(request), answer=request.POST.get("words", "")
        )
    except ContributionChanged:
        messages.info(request, _("This has changed in the meantime. Look again."))
    except (ContributionRefused, InvalidInput) as refused:
        return _mine(request, number=number, refusal=_error_message(refused), status=400)
    else:
        messages.success(request, _("Your reply was sent to the curators."))
    return redirect("contributions")


def _mine(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    found = Contribution.objects.filter(by=current_user(request)).select_related("record")
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "contributor": contributor_description(request.user)
        if permissions.CONTRIBUTOR in permissions.roles_of(request.user)
        else None,
        "offers": offer_outcomes.offer_views(page.object_list),
        "accepted": contributions.accepted_count(request.user),
        "limit": contributions.quota_of(request.user),
        "paused": contributions.paused_until(request.user),
        **more,
    }
    return render(request, "contributing/mine.html", context, status=status)


def _offer(request: HttpRequest, form: CardFactsForm) -> bool:
    """Offer the facts in the form and return whether they were accepted; otherwise the form has the reason as an
    error.
    """
    document = form.document
    try:
        services.offer_facts(
            by=request.user,
            game=document["game"],
            slug=document["slug"],
            facts=form.changes,
            note=form.about.cleaned_data["note"],
            mends=form.mends,
            origin=form.about.origin,
        )
    except InvalidInput as error:
        form.place(error)
    except UnreadablePicture as error:
        form.about.add_error("photo", str(error))
    except ContributionRefused as refused:
        form.loose.append(str(refused))
    else:
        return True
    return False


def _log_in_first(request: HttpRequest, address: str) -> HttpResponse:
    if pending_posts.store_post(request, address):
        message = _("Log in or sign up to send it. Your text is kept until then.")
    else:
        message = _("Log in or sign up first. Your text is too long to be kept until then.")
    return prompt_login(request, address, message)


def _show(request: HttpRequest, document: dict[str, Any], form: CardFactsForm, *, status: int = 200) -> HttpResponse:
    game, slug = queries.game_or_404(document["game"]), document["slug"]
    own_cards = cards_with_own_numbers(holder_of(request), game["slug"], [slug])
    context = {
        "game": game,
        "card": document,
        "own_cards": own_cards,
        "own_keys": own_cards[slug].own_keys if own_cards else (),
        "sheet": card_sheet.card_sheet(document),
        "set": queries.set_document(game["slug"], document["set"]) if document.get("set") else None,
        "form": form,
        "nothing": not form.facts.properties,
        "name": display_name(request.user) if request.user.is_authenticated else "",
    }
    return render(request, "contributing/card.html", context, status=status)


def _error_message(refused: Exception) -> str:
    if isinstance(refused, InvalidInput):
        return " ".join(fault.message for fault in refused.faults)
    return str(refused)


@never_cache
@require_POST
def withdraw_offer(request: HttpRequest, number: int) -> HttpResponse:
    """Withdraw a contribution from the user's account page."""
    mine = request.user.is_authenticated and number <= MAX_NUMBER
    if mine and contributions.withdraw_by_id(by=current_user(request), number=number):
        messages.success(request, _("The offer is withdrawn."))
        return redirect("contributions")
    return error_views.not_found(request)
