"""The review of contributions: curators decide fact by fact, next to the photo, or undo all of a contributor's work.

All writing is done by `catalog.curation.contributions`.
"""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions, publishing
from catalog.admin import dispute_resolution
from catalog.admin.audit_log import audit_address
from catalog.admin.labels import admin_url, format_fact, format_facts
from catalog.admin.page_helpers import for_card_curators, render_page
from catalog.curation import contributions
from catalog.curation.contributions import ContributionChanged, ContributionRefused
from catalog.curation.contributions.review import ACCEPT, DECLINE, KEEP, MESSAGE_LENGTH
from catalog.documents.errors import InvalidInput
from catalog.models import Contribution
from catalog.permissions import current_user

MAX_KEY = 2**63 - 1
MAX_SHOWN = 20
CHANGED_MEANWHILE = _(
    "Somebody decided, or the offer was changed, in the meantime. This is the current state. Check it again."
)


CHOICES = [("", _("Leave it open")), (ACCEPT, _("Accept")), (DECLINE, _("Decline"))]


class DecideForm(forms.Form):
    """The decision about each undecided fact of a contribution, with the reason.

    `document` is the document of its card. Where the catalog has another value, both can be kept as a dispute.
    """

    seen = forms.IntegerField(min_value=0, max_value=MAX_KEY, widget=forms.HiddenInput)
    why = forms.CharField(
        label=_("Why not"),
        required=False,
        max_length=MESSAGE_LENGTH,
        help_text=_("Required when you decline. It is shown to the contributor."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    question = forms.CharField(
        label=_("Or ask first"),
        required=False,
        max_length=MESSAGE_LENGTH,
        help_text=_("They answer on the page of their contributions."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, contribution: Contribution, *args: Any, document: dict[str, Any], **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": contribution.version}
        super().__init__(*args, **kwargs)
        self.one = contribution
        for fact in contribution.undecided:
            self.fields[f"fact-{fact}"] = forms.ChoiceField(
                label=fact.replace("_", " "),
                required=False,
                choices=[*CHOICES, *_other_values(contribution, fact, document)],
                widget=forms.RadioSelect,
            )

    def chosen(self, decision: str) -> list[str]:
        return [fact for fact in self.one.undecided if self.cleaned_data.get(f"fact-{fact}") == decision]


def _other_values(contribution: Contribution, fact: str, document: dict[str, Any]) -> list[tuple[str, str]]:
    differs = document.get(fact) is not None and document[fact] != contribution.facts[fact]
    return [(KEEP, gettext("Mark as disputed"))] if differs else []


class WhyForm(forms.Form):
    """The reason for undoing all of a contributor's work."""

    why = forms.CharField(
        label=_("Why"),
        max_length=MESSAGE_LENGTH,
        help_text=_("They read it."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def review_url(contribution: Contribution) -> str:
    return reverse("admin:catalog_contribution_review", args=[contribution.pk])


def review_urls(model_admin: Any) -> list[URLPattern]:
    """Return the URL patterns of the review, for users who may change cards."""

    def page(view: Callable[..., HttpResponse]) -> Any:
        def within(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
            if pk > MAX_KEY:
                raise Http404("There is nothing of this number.")
            return view(model_admin, request, pk)

        return for_card_curators(model_admin, within)

    return [
        path("<int:pk>/review/", page(review), name="catalog_contribution_review"),
        path("<int:pk>/photo/", page(photo), name="catalog_contribution_photo"),
        path("rule/<int:pk>/", page(dispute_resolution.resolve), name="catalog_contribution_rule"),
        path("undo/<int:pk>/", page(undo), name="catalog_contribution_undo"),
    ]


def review(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show a contribution with the data a curator needs, and decide about it or ask its author a question."""
    contribution = _contribution(request, pk)
    shown = publishing.current_revision(contribution.record)
    document = shown.document if shown else {}
    form = DecideForm(contribution, request.POST if request.method == "POST" else None, document=document)
    if request.method == "POST" and form.is_valid() and _apply_decision(request, form):
        return HttpResponseRedirect(reverse("admin:catalog_contribution_changelist"))
    if request.method == "POST":
        contribution = _contribution(request, pk)  # another curator may have decided in the meantime
    others = Contribution.objects.offered().filter(record=contribution.record).exclude(pk=pk).select_related("by")
    return _page(
        model_admin,
        request,
        "contribution_review",
        gettext("Offered for {card}").format(card=shown.title if shown else contribution.record.slug),
        one=contribution,
        form=form,
        rows=_fact_rows(contribution, document, form, list(others)),
        photo=contributions.photo_of(contribution) is not None,
        card=admin_url(contribution.record),
        accepted=contributions.accepted_count(contribution.by) if contribution.by else 0,
        offered=Contribution.objects.filter(by=contribution.by).count() if contribution.by else 0,
        others=[(other, format_facts(other)) for other in others[:MAX_SHOWN]],
        own=contribution.by_id == request.user.pk,
        shelf=reverse("admin:catalog_contribution_shelf", args=[contribution.batch]) if contribution.batch else "",
        audited=audit_address(request.user, about=f"contribution {contribution.pk}"),
    )


def photo(_model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Return the photo of a contribution, for curators of the game only; responses are never cached."""
    found = contributions.photo_of(_contribution(request, pk))
    if found is None:
        raise Http404("There is no photo.")
    return HttpResponse(
        bytes(found.data),
        content_type="image/jpeg",
        headers={"Cache-Control": "no-store, private", "Content-Disposition": "inline", "X-Robots-Tag": "noindex"},
    )


def undo(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Undo all contributions of a user to the curator's games."""
    of = get_user_model().objects.filter(pk=pk).first()
    theirs = permissions.limit_to_games(
        Contribution.objects.filter(by=pk), permissions.curated_games(request.user), "record__game"
    )
    if of is None or not theirs.exists():
        raise Http404("Nobody of this number has offered anything.")
    form = WhyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            undone = contributions.undo_all(of=of, by=current_user(request), why=form.cleaned_data["why"])
        except (ContributionRefused, InvalidInput) as refused:
            form.add_error("why", _error_text(refused))
        else:
            messages.success(request, _undo_message(undone))
            return HttpResponseRedirect(reverse("admin:catalog_contribution_changelist"))
    counts = {"waiting": theirs.offered().count(), "accepted": contributions.accepted_count(of), "of": of}
    return _page(
        model_admin,
        request,
        "contribution_undo",
        gettext("Undo the work of {name}").format(name=of),
        form=form,
        **counts,
    )


def _undo_message(undone: contributions.UndoResult) -> str:
    """Return a message with the numbers of closed contributions, removed facts and facts already published."""
    closed, out = undone.offers, undone.facts
    offers = ngettext("{number} offer that waited is closed", "{number} offers that waited are closed", closed)
    facts = ngettext("{number} fact is taken out of drafts", "{number} facts are taken out of drafts", out)
    message = gettext("Undone: {offers}, {facts}.").format(
        offers=offers.format(number=closed), facts=facts.format(number=out)
    )
    if not undone.published:
        return message
    published = ngettext(
        "{number} accepted fact is published; mend it in the next release.",
        "{number} accepted facts are published; mend them in the next release.",
        undone.published,
    )
    return f"{message} {published.format(number=undone.published)}"


def _apply_decision(request: HttpRequest, form: DecideForm) -> bool:
    """Carry out the posted decision. Return whether it succeeded; errors are added to the form."""
    values = form.cleaned_data
    about: dict[str, Any] = {"number": form.one.pk, "seen": values["seen"], "by": request.user}
    try:
        if "_ask" in request.POST:
            contributions.ask_contributor(**about, question=values["question"])
            messages.success(request, gettext("Question sent. The offer returns to the list with the reply."))
        else:
            accept, decline, keep = (form.chosen(what) for what in (ACCEPT, DECLINE, KEEP))
            contributions.decide(**about, accept=accept, decline=decline, keep=keep, why=values["why"])
            messages.success(request, gettext("Decided. What you accepted is in the draft of the card."))
    except ContributionChanged:
        form.add_error(None, CHANGED_MEANWHILE)
        form.data = cast("QueryDict", form.data).copy() | {"seen": _contribution(request, form.one.pk).version}
    except (ContributionRefused, InvalidInput) as refused:
        form.add_error(None, _error_text(refused))
    else:
        return True
    return False


def _contribution(request: HttpRequest, pk: int) -> Contribution:
    contribution = Contribution.objects.filter(pk=pk).select_related("by", "record").first()
    if contribution is None:
        raise Http404("There is no such offer.")
    if not permissions.may_curate(request.user, contribution.game):
        raise PermissionDenied
    return contribution


def _fact_rows(
    contribution: Contribution, document: dict[str, Any], form: DecideForm, others: list[Contribution]
) -> list[dict[str, Any]]:
    """Return a row per offered fact: the catalog's value, the offered value, and the form field or the decision.

    A fact counts as agreed if another account offers an equal value.
    """
    open_ = dict(contributions.open_disputes().filter(contribution=contribution).values_list("fact", "pk"))
    return [
        {
            "fact": fact.replace("_", " "),
            "now": format_fact(contribution.game, fact, document.get(fact)),
            "offered": format_fact(contribution.game, fact, value),
            "field": form[f"fact-{fact}"] if f"fact-{fact}" in form.fields and fact in contribution.undecided else None,
            "decided": contribution.decided.get(fact),
            "dispute": open_.get(fact),
            "agreed": any(
                other.by_id not in (None, contribution.by_id) and other.undecided.get(fact) == value
                for other in others
                if contribution.waits
            ),
        }
        for fact, value in contribution.facts.items()
    ]


def _error_text(refused: Exception) -> str:
    if isinstance(refused, InvalidInput):
        return " ".join(f"{fault.pointer}: {fault.message}" for fault in refused.faults)
    return str(refused)


def _page(model_admin: Any, request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
    answer = render_page(model_admin, request, template, title, **context)
    answer.status_code = 400 if context["form"].errors else 200
    return answer
