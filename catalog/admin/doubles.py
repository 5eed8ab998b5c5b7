"""The page that merges a double: it names the other document, and chooses each fact in which the two differ."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import publishing
from catalog.admin.difference_table import source_label, value_label
from catalog.admin.labels import admin_url
from catalog.admin.page_helpers import record_of, render_page, title_of
from catalog.admin.review_messages import tell_left
from catalog.admin.workflow_actions import MAX_REASON_LENGTH
from catalog.documents import NON_FACT_KEYS, provenance
from catalog.documents.differences import ABSENT
from catalog.documents.errors import InvalidInput
from catalog.models import Record, Revision
from catalog.permissions import current_user
from catalog.publishing import doubles

STAYS, OTHER = "stays", "other"
MAX_NAMED = 20
"""The maximum number of documents with moved references that the page names."""


class DoubleForm(forms.Form):
    """The slug of the double, or one of its former slugs."""

    double = forms.SlugField(
        max_length=100,
        label=_("Slug of the double"),
        help_text=_("The document that goes; its slug will lead to this one. Both have to be published."),
    )


class MergeForm(forms.Form):
    """A choice for each fact in which two documents differ, and the reason of the merge."""

    def __init__(self, stays: Revision, goes: Revision, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.facts = doubles.differing_facts(stays.document, goes.document)
        for key in self.facts:
            sides = {STAYS: stays.document, OTHER: goes.document}
            values = {side: document.get(key, ABSENT) for side, document in sides.items()}
            known = [side for side, value in values.items() if value not in (ABSENT, None)]
            self.fields[f"fact-{key}"] = forms.ChoiceField(
                label=key.replace("_", " "),
                choices=[(side, _choice(document, key)) for side, document in sides.items()],
                initial=known[0] if known else STAYS,
                widget=forms.RadioSelect,
            )
        self.fields["why"] = forms.CharField(
            max_length=MAX_REASON_LENGTH, label=_("Why"), help_text=_("One line, published with the release.")
        )
        self.fields["seen"] = forms.CharField(max_length=32, widget=forms.HiddenInput)

    @property
    def taken(self) -> list[str]:
        """The facts that come from the document that goes."""
        return [key for key in self.facts if self.cleaned_data.get(f"fact-{key}") == OTHER]


def merge(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for the double of a document, then for the facts to keep, and put the merge up for review."""
    record = record_of(model_admin, request, pk, change=True)
    form = DoubleForm(request.GET if "double" in request.GET else None)
    if not form.is_valid():
        return _page(model_admin, request, record, form=form)
    other = _other(record, form.cleaned_data["double"])
    if other is None:
        message = gettext("There is no document “{slug}” of this sort in the game.")
        form.add_error("double", message.format(slug=form.cleaned_data["double"]))
        return _page(model_admin, request, record, form=form)
    try:
        stays, goes = doubles.published_pair(record, other, current_user(request))
        seen = doubles.merge_token(record, other)
        data = request.POST if request.method == "POST" else None
        merging = MergeForm(stays, goes, data, initial={"seen": seen})
        if data is not None and merging.is_valid() and (answer := _merge(request, record, other, merging)):
            return answer
        plan = doubles.plan_merge(record, other, by=current_user(request), take=())
    except doubles.MergeRefused as refused:
        form.add_error("double", str(refused))
        return _page(model_admin, request, record, form=form)
    return _page(
        model_admin,
        request,
        record,
        form=form,
        merging=merging,
        choices=[merging[f"fact-{key}"] for key in merging.facts],
        other=other,
        other_title=goes.title,
        moved=[document.get("name") or document["slug"] for document in plan.moved[:MAX_NAMED]],
        moved_number=len(plan.moved),
        left=plan.left[:MAX_NAMED],
        swapped=f"{admin_url(other, 'merge')}?double={record.slug}",
    )


def _merge(request: HttpRequest, record: Record, other: Record, form: MergeForm) -> HttpResponse | None:
    """Carry out the posted merge. Return the redirect, or None after adding the errors to the form."""
    values = form.cleaned_data
    try:
        changeset, _plan, result = doubles.merge_doubles(
            record, other, by=current_user(request), take=form.taken, why=values["why"], seen=values["seen"]
        )
    except publishing.Conflict as conflict:
        messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
        return HttpResponseRedirect(request.get_full_path())
    except InvalidInput as error:
        for fault in error.faults:
            place = "why" if fault.code == "bad-reason" else None
            form.add_error(place, f"{fault.pointer}: {fault.message}".removeprefix(": "))
        return None
    messages.success(request, gettext("The merge is put up for review. Nothing changes until it is published."))
    tell_left(request, result.left)
    return HttpResponseRedirect(reverse("admin:catalog_changeset_change", args=[changeset.pk]))


def _other(record: Record, slug: str) -> Record | None:
    """Return the record of a current or former slug; None if there is none."""
    found = Record.objects.filter(game=record.game, document_type=record.document_type, slug=slug).first()
    if found is not None and publishing.current_revision(found) is None:
        return publishing.successor(found)
    return found


def _choice(document: dict[str, Any], key: str) -> str:
    """Return the value of a fact with its source, as one line."""
    value = document.get(key, ABSENT)
    if key in NON_FACT_KEYS or value in (ABSENT, None):
        return value_label(value)
    source = source_label(provenance.source_of(document, f"/{key}"), gettext("no source"))
    return gettext("{value} — {source}").format(value=value_label(value), source=source)


def _page(model_admin: Any, request: HttpRequest, record: Record, **context: Any) -> HttpResponse:
    title = gettext("Merge a double into {document}").format(document=title_of(record))
    answer = render_page(model_admin, request, "merge", title, original=record, **context)
    forms_ = (context["form"], context.get("merging"))
    answer.status_code = 400 if any(form is not None and form.errors for form in forms_) else 200
    return answer
