"""The ruling on a disputed fact: all values next to each other, each with the account that offered it."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions, publishing
from catalog.admin.labels import admin_url, format_fact
from catalog.admin.page_helpers import render_page
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused
from catalog.curation.contributions.review import MESSAGE_LENGTH
from catalog.documents.errors import InvalidInput
from catalog.models import ContributionPhoto
from catalog.models.disputes import Dispute
from catalog.permissions import current_user

CATALOG = "catalog"
CHANGED_MEANWHILE = _(
    "Somebody has ruled, or a value has changed, in the meantime. This is the current state. Check it again."
)


class ResolveForm(forms.Form):
    """The value that a curator rules to be right, and the reason."""

    holds = forms.ChoiceField(label=_("What holds"), widget=forms.RadioSelect)
    why = forms.CharField(
        label=_("Why"),
        max_length=MESSAGE_LENGTH,
        help_text=_("Saved with the ruling, and shown to everybody who offered a value."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, disputes: list[Dispute], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        into_draft, as_it_was = gettext("{value}: it goes into the draft"), gettext("{value}: as the catalog had it")
        offered = [(str(one.pk), into_draft.format(value=_value_label(one, one.value))) for one in disputes]
        against = as_it_was.format(value=_value_label(disputes[0], disputes[0].against["value"]))
        self.fields["holds"].choices = [(CATALOG, against), *offered]  # type: ignore[attr-defined]

    @property
    def number(self) -> int | None:
        """The number of the dispute whose value is right; None for the value of the catalog."""
        chosen = self.cleaned_data["holds"]
        return None if chosen == CATALOG else int(chosen)


def resolve(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the disputed values of a fact next to each other, and save a ruling."""
    disputes = contributions.disputes_about_same_fact(pk)
    if not disputes:
        raise Http404("Nothing of this number waits for a ruling.")
    record = disputes[0].contribution.record
    if not permissions.may_curate(request.user, record.game):
        raise PermissionDenied
    form = ResolveForm(request.POST or None, disputes=disputes, initial={"seen": contributions.dispute_token(disputes)})
    if request.method == "POST" and form.is_valid() and _apply_ruling(request, form, pk):
        return HttpResponseRedirect(reverse("admin:catalog_contribution_changelist"))
    shown = publishing.current_revision(record)
    fact = disputes[0].fact
    photos = ContributionPhoto.objects.filter(contribution__in=[one.contribution_id for one in disputes])
    answer = render_page(
        model_admin,
        request,
        "dispute_resolution",
        pgettext("to decide", "Rule: {fact} of {card}").format(
            fact=fact.replace("_", " "), card=shown.title if shown else record.slug
        ),
        form=form,
        disputes=[(one, _value_label(one, one.value)) for one in disputes],
        against=disputes[0].against,
        was=_value_label(disputes[0], disputes[0].against["value"]),
        now=_value_label(disputes[0], shown.document.get(fact)) if shown else gettext("the card is gone"),
        photos=set(photos.values_list("contribution", flat=True)),
        card=admin_url(record),
        own=any(one.contribution.by_id == request.user.pk for one in disputes),
    )
    answer.status_code = 400 if form.errors else 200
    return answer


def _value_label(dispute: Dispute, value: Any) -> str:
    return format_fact(dispute.contribution.game, dispute.fact, value)


def _apply_ruling(request: HttpRequest, form: ResolveForm, pk: int) -> bool:
    """Save the posted ruling. Return whether it succeeded; errors are added to the form."""
    values = form.cleaned_data
    try:
        contributions.resolve(
            number=pk, seen=values["seen"], by=current_user(request), holds=form.number, why=values["why"]
        )
    except ContributionChanged:
        form.add_error(None, CHANGED_MEANWHILE)
        if disputes := contributions.disputes_about_same_fact(pk):
            form.data = cast("QueryDict", form.data).copy() | {"seen": contributions.dispute_token(disputes)}
    except ContributionRefused as refused:
        form.add_error("why", str(refused))
    except InvalidInput as refused:
        form.add_error(None, " ".join(f"{fault.pointer}: {fault.message}" for fault in refused.faults))
    else:
        messages.success(request, gettext("Ruled. What did not hold is ruled out and stays on record."))
        return True
    return False
