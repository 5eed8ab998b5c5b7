"""The steps a curator takes with a whole document: publish, discard, retire, bring back, give another slug.

Each asks first, on a page of its own that shows what it would do.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from catalog import publishing
from catalog.differences import differences
from catalog.faults import Malformed
from catalog.models import Record, Release, Revision

from .pages import both, log, page, record_of, title_of
from .words import address_of, in_words

WHY = 300


class ReasonForm(forms.Form):
    """Why something is published: kept with the release."""

    why = forms.CharField(max_length=WHY, label="Why", help_text="One line, kept with the release for everybody.")


class RetireForm(forms.Form):
    """Why a document is no longer used: kept in the document itself."""

    reason = forms.CharField(max_length=500, label="Reason", help_text="Shown wherever the document is still found.")


class MoveForm(ReasonForm):
    """The slug a document gets instead of its own."""

    slug = forms.SlugField(max_length=100, label="New slug", help_text="The former slug will lead to the new one.")
    field_order = ("slug", "why")


class NoForm(forms.Form):
    """Nothing to say but yes."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that can be done to a document, and when it can."""

    name: str
    title: str
    about: str
    form: type[forms.Form]
    possible: Callable[[Revision | None, Revision | None], bool]
    take: Callable[[Record, dict[str, Any], Any], tuple[Record | None, str]]
    shows_draft: bool = False


def _published(release: Release | None) -> str:
    return f"Published as release {release.number}." if release else "Nothing differs from what is published."


def _publish(record: Record, given: dict[str, Any], by: Any) -> tuple[Record, str]:
    return record, _published(publishing.publish_draft(record, by=by, why=given["why"]))


def _discard(record: Record, given: dict[str, Any], by: Any) -> tuple[Record | None, str]:
    published = record.revisions.newest().exists()
    publishing.discard_draft(record, by=by)
    return record if published else None, "The draft is discarded."


def _retire(record: Record, given: dict[str, Any], by: Any) -> tuple[Record, str]:
    reason = given["reason"]
    release = publishing.retire(record, reason=reason, by=by, why=f"Retired: {reason}"[:WHY])
    return record, f"Retired. {_published(release)}"


def _restore(record: Record, given: dict[str, Any], by: Any) -> tuple[Record, str]:
    return record, f"In use again. {_published(publishing.restore(record, by=by, why=given['why']))}"


def _move(record: Record, given: dict[str, Any], by: Any) -> tuple[Record, str]:
    moved = publishing.move(record, slug=given["slug"], by=by, why=given["why"])
    return moved, f"The slug is “{moved.slug}” now."


STEPS = {
    step.name: step
    for step in (
        Step(
            "publish",
            "Publish the draft",
            "Everybody sees the draft from then on. The publication is a release of its own.",
            ReasonForm,
            lambda draft, in_force: draft is not None,
            _publish,
            shows_draft=True,
        ),
        Step(
            "discard",
            "Discard the draft",
            "The draft is thrown away. What is published stays as it is.",
            NoForm,
            lambda draft, in_force: draft is not None,
            _discard,
            shows_draft=True,
        ),
        Step(
            "retire",
            "Retire",
            "It keeps answering wherever it is asked for, and says that it is retired and why.",
            RetireForm,
            lambda draft, in_force: in_force is not None and "retired" not in in_force.document,
            _retire,
        ),
        Step(
            "restore",
            "Bring back",
            "It is in use again from the next release on.",
            ReasonForm,
            lambda draft, in_force: in_force is not None and "retired" in in_force.document,
            _restore,
        ),
        Step(
            "move",
            "Give another slug",
            "For a document whose name was found, or was wrong. Slugs are kept for ever, so think twice.",
            MoveForm,
            lambda draft, in_force: draft is None or in_force is None,
            _move,
        ),
    )
}


def possible(draft: Revision | None, in_force: Revision | None) -> list[Step]:
    """Return the steps that can be taken with a document in this state."""
    if draft is None and in_force is None:
        return []
    return [step for step in STEPS.values() if step.possible(draft, in_force)]


def take(model_admin: Any, step: Step, request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether to take a step, and take it when the answer is posted."""
    record = record_of(model_admin, request, pk, change=True)
    draft, in_force = both(record)
    if step not in possible(draft, in_force):
        messages.warning(request, f"“{step.title}” is not possible now; somebody may have been faster.")
        return HttpResponseRedirect(address_of(record))
    form = step.form(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            left, message = step.take(record, form.cleaned_data, request.user)
        except Malformed as error:
            for fault in error.faults:
                form.add_error("slug" if fault.pointer == "/slug" and "slug" in form.fields else None, fault.message)
        except (publishing.Conflict, Revision.DoesNotExist):
            messages.warning(request, "Somebody else was faster; nothing was changed.")
            return HttpResponseRedirect(address_of(record))
        else:
            messages.success(request, message)
            if left is None:
                return HttpResponseRedirect(reverse(f"admin:catalog_{model_admin.opts.model_name}_changelist"))
            log(model_admin, request, left, message)
            return HttpResponseRedirect(address_of(left))
    changes = []
    if step.shows_draft and draft is not None:
        changes = in_words(differences(in_force.document if in_force else {}, draft.document))
    return page(
        model_admin,
        request,
        "step",
        f"{step.title}: {title_of(record)}",
        original=record,
        step=step,
        form=form,
        differences=changes,
        behind=publishing.behind(record) if step.shows_draft else None,
    )
