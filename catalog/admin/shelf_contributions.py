"""Offers of a shelf: a curator sees its cards together, photos next to values, and accepts them as one changeset."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _

from catalog import permissions
from catalog.admin.labels import format_fact, game_names
from catalog.admin.page_helpers import for_card_curators, render_page
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused
from catalog.documents.errors import InvalidInput
from catalog.documents.titles import document_title
from catalog.extensions import catalog_extensions
from catalog.models import Contribution, ContributionPhoto, Revision
from catalog.permissions import current_user

MAX_LISTED = 100
"""The maximum number of shelves that are listed."""


class AcceptShelfForm(forms.Form):
    """The token of the contributions that the curator saw, and the chosen ones."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
    cards = forms.TypedMultipleChoiceField(required=False, coerce=int, choices=())

    def __init__(self, offers: Sequence[Contribution], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["cards"].choices = [(one.pk, one.pk) for one in offers]  # type: ignore[attr-defined]


def shelf_urls(model_admin: Any) -> list[URLPattern]:
    """Return the URL patterns of the admin views for shelves."""
    return [
        path("shelves/", for_card_curators(model_admin, shelves), name="catalog_contribution_shelves"),
        path("shelves/<uuid:batch>/", for_card_curators(model_admin, shelf), name="catalog_contribution_shelf"),
    ]


def open_shelves(user: Any) -> list[dict[str, Any]]:
    """Return the shelves with open offers in the games that a user curates, the oldest first."""
    mine = permissions.limit_to_games(Contribution.objects.all(), permissions.curated_games(user), "record__game")
    return list(contributions.open_batches(mine)[:MAX_LISTED])


def shelves(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """List the shelves with open offers."""
    names, found = game_names(), open_shelves(request.user)
    people = get_user_model().objects.in_bulk([one["by"] for one in found if one["by"]])
    rows = [
        {
            **one,
            "game": names.get(one["record__game"], one["record__game"]),
            "by": people.get(one["by"]),
            "address": reverse("admin:catalog_contribution_shelf", args=[one["batch"]]),
        }
        for one in found
    ]
    return render_page(model_admin, request, "shelves", _("Shelves"), found=rows)


def shelf(model_admin: Any, request: HttpRequest, batch: UUID) -> HttpResponse:
    """Show the offers of a shelf, and accept the chosen ones as one changeset."""
    offers = contributions.batch_contributions(batch)
    if not offers:
        raise Http404("There is no such shelf.")
    if not permissions.may_curate(request.user, offers[0].game):
        raise PermissionDenied
    error = ""
    if request.method == "POST":
        form = AcceptShelfForm(offers, request.POST)
        try:
            if not form.is_valid():
                raise ContributionChanged
            changeset = contributions.accept_batch(
                batch=batch,
                seen=form.cleaned_data["seen"],
                chosen=form.cleaned_data["cards"],
                by=current_user(request),
                name=_wished_name(offers),
            )
        except ContributionChanged:
            error = _("Somebody decided, or an offer was changed, in the meantime. This is the current state.")
        except ContributionRefused as refused:
            error = str(refused)
        except InvalidInput as refused:
            error = " ".join(f"{fault.pointer}: {fault.message}" for fault in refused.faults)
        else:
            messages.success(
                request, _("Accepted: {changeset}. Submit it for review next.").format(changeset=changeset)
            )
            return HttpResponseRedirect(reverse("admin:catalog_changeset_change", args=[changeset.pk]))
        offers = contributions.batch_contributions(batch)
    response = render_page(
        model_admin,
        request,
        "shelf",
        _("Offered from a shelf"),
        rows=_rows(offers),
        seen=contributions.batch_token(offers),
        waiting=sum(one.waits for one in offers),
        own=offers[0].by_id == request.user.pk,
        by=offers[0].by,
        error=error,
    )
    response.status_code = 400 if error else 200
    return response


def _wished_name(offers: Sequence[Contribution]) -> str:
    """Return the public name of the contributor if they wish to be named, else an empty string."""
    by = next((one.by for one in offers if one.thank and one.by is not None), None)
    if by is None:
        return ""
    found = (extension.credited_users([by]) for extension in catalog_extensions())
    return next((people[0].name for people in found if people), "")


def _rows(offers: Sequence[Contribution]) -> list[dict[str, Any]]:
    """Return a row for each card: the offered and the catalog's values, and whether other accounts differ or agree."""
    records = [one.record_id for one in offers]
    documents: dict[int, dict[str, Any]] = {}
    shown = Revision.objects.newest().filter(record__in=records), Revision.objects.drafts().filter(record__in=records)
    for revisions in shown:
        documents |= {one.record_id: one.document for one in revisions}
    photos = set(ContributionPhoto.objects.filter(contribution__in=offers).values_list("contribution", flat=True))
    others: dict[tuple[int, str], list[Any]] = {}
    batch = [one.pk for one in offers]
    for other in Contribution.objects.offered().filter(record__in=records).exclude(pk__in=batch):
        if other.by_id != offers[0].by_id:
            for fact, value in other.undecided.items():
                others.setdefault((other.record_id, fact), []).append(value)
    return [
        {
            "one": one,
            "card": document_title(documents[one.record_id]) if one.record_id in documents else one.record.slug,
            "photo": one.pk in photos,
            "review": reverse("admin:catalog_contribution_review", args=[one.pk]),
            "facts": [
                _fact(one, fact, value, documents.get(one.record_id, {}), others.get((one.record_id, fact), []))
                for fact, value in one.facts.items()
            ],
        }
        for one in offers
    ]


def _fact(offer: Contribution, fact: str, value: Any, document: dict[str, Any], others: list[Any]) -> dict[str, Any]:
    return {
        "fact": fact.replace("_", " "),
        "now": format_fact(offer.game, fact, document.get(fact)),
        "offered": format_fact(offer.game, fact, value),
        "decided": offer.decided.get(fact),
        "agreed": value in others,
        "differs": any(other != value for other in others),
    }
