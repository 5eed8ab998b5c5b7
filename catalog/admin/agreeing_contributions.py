"""Contributions that agree, set by set: a curator looks over the facts of a set and accepts all of them at once."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from catalog import permissions, publishing
from catalog.admin.labels import format_fact, game_names
from catalog.admin.page_helpers import for_card_curators, render_page
from catalog.curation import contributions
from catalog.curation.contributions import AgreedFact, ContributionChanged, ContributionRefused
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Record
from catalog.permissions import current_user

NO_SET = "?"
"""The URL segment for cards without a known set; not a valid slug."""


class AcceptForm(forms.Form):
    """The token of the agreed facts that the curator saw."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


def agreement_urls(model_admin: Any) -> list[URLPattern]:
    """Return the URL patterns of the admin views for agreeing contributions."""
    return [
        path("agreed/", for_card_curators(model_admin, sets), name="catalog_contribution_agreements"),
        path(
            "agreed/<slug:game>/<str:of_set>/",
            for_card_curators(model_admin, agreed),
            name="catalog_contribution_agreed",
        ),
    ]


def sets(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """List the sets with agreed facts, for the curator's games."""
    names = game_names()
    found = [
        {
            "game": names.get(game, game),
            "set": set_name(game, slug),
            "facts": len(facts),
            "cards": len({one.record.pk for one in facts}),
            "address": reverse("admin:catalog_contribution_agreed", args=[game, slug or NO_SET]),
        }
        for game in _games(request)
        for slug, facts in contributions.agreements_by_set(game, by=current_user(request)).items()
    ]
    return render_page(model_admin, request, "agreements", _("Agreed by two"), found=found)


def agreed(model_admin: Any, request: HttpRequest, game: str, of_set: str) -> HttpResponse:
    """Show the agreed facts of a set, card by card, and accept all of them."""
    if game not in game_names():
        raise Http404("There is no such game.")
    if not permissions.may_curate(request.user, game):
        raise PermissionDenied
    slug = "" if of_set == NO_SET else of_set
    error = ""
    if request.method == "POST":
        form = AcceptForm(request.POST)
        try:
            seen = form.cleaned_data["seen"] if form.is_valid() else ""
            number = contributions.accept_agreed(game=game, set_slug=slug, seen=seen, by=current_user(request))
        except ContributionChanged:
            error = _(
                "Somebody offered or decided something in the meantime. This is the current state. Check it again."
            )
        except ContributionRefused as refused:
            error = str(refused)
        except InvalidInput as refused:
            error = " ".join(f"{fault.pointer}: {fault.message}" for fault in refused.faults)
        else:
            message = ngettext(
                "{number} fact is accepted and in the draft of its card.",
                "{number} facts are accepted and in the drafts of their cards.",
                number,
            )
            messages.success(request, message.format(number=number))
            return HttpResponseRedirect(reverse("admin:catalog_contribution_agreements"))
    found = contributions.agreed_facts(game, by=current_user(request), set_slug=slug)
    response = render_page(
        model_admin,
        request,
        "agreed",
        _("Agreed by two: {set}").format(set=set_name(game, slug)),
        rows=[_row(one) for one in found],
        form=AcceptForm(initial={"seen": contributions.agreement_token(found) if found else ""}),
        error=error,
    )
    response.status_code = 400 if error else 200
    return response


def set_name(game: str, slug: str) -> str:
    """Return the title of a set; its slug if it is not in the catalog, or a text for an empty slug."""
    record = Record.objects.filter(game=game, document_type=DocumentType.SET, slug=slug).first() if slug else None
    shown = publishing.current_revision(record) if record else None
    return (shown.title if shown else slug) or _("Set not known")


def _games(request: HttpRequest) -> list[str]:
    mine = permissions.curated_games(request.user)
    return sorted(game for game in game_names() if mine is None or game in mine)


def _row(agreed_fact: AgreedFact) -> dict[str, Any]:
    return {
        "card": agreed_fact.document.get("name") or agreed_fact.record.slug,
        "fact": agreed_fact.fact.replace("_", " "),
        "value": format_fact(agreed_fact.record.game, agreed_fact.fact, agreed_fact.value),
        "offers": [
            (offer.by, reverse("admin:catalog_contribution_review", args=[offer.pk])) for offer in agreed_fact.offers
        ],
    }
