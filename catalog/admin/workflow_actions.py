"""Actions on a whole document: submit for review, withdraw, publish, discard, retire, restore, change the slug.

Each asks for confirmation on a page that shows its effect. If the user may not publish without approval, the change
becomes a draft in review instead.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions, publishing
from catalog.admin.difference_table import document_rows
from catalog.admin.labels import admin_url, fault_lines
from catalog.admin.page_helpers import draft_and_published, log_change, record_of, render_page, title_of
from catalog.admin.seen_forms import DocumentTokenForm
from catalog.documents.errors import InvalidInput
from catalog.models import DocumentType, Record, Release, Revision, Stage
from catalog.publishing.drafts import as_active, as_retired

MAX_REASON_LENGTH = 300
FOR_REVIEW = _("It was submitted for review.")


class ReasonForm(DocumentTokenForm):
    """The reason for a publication, stored with the release."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH, label=_("Why"), help_text=_("One line, published with the release.")
    )


class NoteForm(DocumentTokenForm):
    """An optional comment for other curators."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("A word about it"),
        help_text=_("For the other curators; may stay empty."),
    )


class RetireForm(DocumentTokenForm):
    """The reason for retiring a document, stored in the document."""

    reason = forms.CharField(
        max_length=500, label=_("Reason"), help_text=_("Shown wherever the document is still found.")
    )


class MoveForm(ReasonForm):
    """The new slug of a document."""

    slug = forms.SlugField(
        max_length=100, label=_("New slug"), help_text=_("The former slug will lead to the new one.")
    )
    field_order = ("slug", "why")


FIXED_SLUGS = (DocumentType.GAME, DocumentType.RULEBOOK, DocumentType.SECTION)
"""The types whose slugs follow from the game, which all its documents name, or from the address in the book."""


@dataclass(frozen=True)
class WorkflowState:
    """The state of a document, and the rights of the user on it."""

    user: Any
    record: Record
    draft: Revision | None
    in_force: Revision | None

    @cached_property
    def at_once(self) -> bool:
        """True if the user may publish without another curator's approval."""
        return permissions.may_publish_at_once(self.user, self.record.game, self.record.document_type)

    @property
    def stage(self) -> str:
        """The stage of the draft; `""` without a draft."""
        return self.draft.stage if self.draft else ""

    @property
    def publishable(self) -> bool:
        """True if the user may publish the draft by itself."""
        if self.draft is None:
            return False
        approved = self.draft.stage == Stage.APPROVED and not publishing.is_outdated(self.draft)
        return self.at_once or (approved and permissions.may_publish(self.user))


@dataclass(frozen=True, slots=True)
class WorkflowAction:
    """An action on a document, and the condition under which it is possible."""

    name: str
    title: Any
    about: Any
    form: type[forms.Form]
    possible: Callable[[WorkflowState], bool]
    take: Callable[[WorkflowState, dict[str, Any]], tuple[Record, str]]
    shows_draft: bool = False
    publishes: bool = False


def published_message(release: Release | None) -> str:
    """Return the message after publishing."""
    if release is None:
        return gettext("There is no difference from the published document.")
    return gettext("Published as release {number}.").format(number=release.number)


def _submit(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    publishing.submit_for_review(now.record, by=now.user, expected=values["expected"], why=values["why"])
    return now.record, str(FOR_REVIEW)


def _withdraw(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    publishing.withdraw_from_review(now.record, by=now.user, expected=values["expected"], why=values["why"])
    return now.record, gettext("It is worked on again.")


def _publish(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    release = publishing.publish_draft(now.record, by=now.user, why=values["why"], expected=values["expected"])
    return now.record, published_message(release)


def _discard(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    publishing.discard_draft(now.record, by=now.user, why=values["why"], expected=values["expected"])
    return now.record, gettext("The draft is discarded. The history of the document still has it.")


def _retire(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    why = f"Retired: {values['reason']}"[:MAX_REASON_LENGTH]
    if now.at_once:
        release = publishing.retire(now.record, reason=values["reason"], by=now.user, why=why)
        return now.record, f"{gettext('It is retired.')} {published_message(release)}"
    return _proposed(now, lambda document: as_retired(document, values["reason"]), why, values)


def _restore(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    if now.at_once:
        release = publishing.restore(now.record, by=now.user, why=values["why"])
        return now.record, f"{gettext('It is in use again.')} {published_message(release)}"
    return _proposed(now, as_active, values["why"], values)


def _change_slug(now: WorkflowState, values: dict[str, Any]) -> tuple[Record, str]:
    moved = publishing.change_slug(now.record, slug=values["slug"], by=now.user, why=values["why"], at_once=now.at_once)
    return moved, gettext("The slug is “{slug}” now.").format(slug=moved.slug) if now.at_once else str(FOR_REVIEW)


def _proposed(
    now: WorkflowState, edit: Callable[[dict[str, Any]], dict[str, Any]], why: str, values: dict[str, Any]
) -> tuple[Record, str]:
    shown = now.draft or now.in_force
    assert shown is not None
    publishing.save_and_submit(
        edit(shown.document), by=now.user, why=why, source=shown.source, expected=values["expected"]
    )
    return now.record, str(FOR_REVIEW)


ACTIONS = {
    step.name: step
    for step in (
        WorkflowAction(
            "submit",
            _("Put up for review"),
            _("Another curator reviews the draft and approves it, or sends it back with a reason."),
            NoteForm,
            lambda now: now.stage == Stage.DRAFT,
            _submit,
            shows_draft=True,
        ),
        WorkflowAction(
            "withdraw",
            _("Take back from review"),
            _("The draft leaves the review until it is submitted again. Approvals no longer count."),
            NoteForm,
            lambda now: now.stage in (Stage.REVIEW, Stage.APPROVED),
            _withdraw,
            shows_draft=True,
        ),
        WorkflowAction(
            "publish",
            _("Publish the draft"),
            _("Everybody sees the draft from then on. The publication is a release of its own."),
            ReasonForm,
            lambda now: now.publishable,
            _publish,
            shows_draft=True,
        ),
        WorkflowAction(
            "discard",
            _("Discard the draft"),
            _("The draft is discarded. The published document stays unchanged, and the history is kept."),
            NoteForm,
            lambda now: now.draft is not None,
            _discard,
            shows_draft=True,
        ),
        WorkflowAction(
            "retire",
            _("Retire"),
            _("It can still be found, marked as retired with the reason."),
            RetireForm,
            lambda now: now.in_force is not None and "retired" not in now.in_force.document,
            _retire,
            publishes=True,
        ),
        WorkflowAction(
            "restore",
            _("Bring back"),
            _("It is in use again from the next release on."),
            ReasonForm,
            lambda now: now.in_force is not None and "retired" in now.in_force.document,
            _restore,
            publishes=True,
        ),
        WorkflowAction(
            "move",
            _("Give another slug"),
            _(
                "For a document whose name was wrong or has become known. Former slugs are kept forever, so change "
                "a slug only if needed."
            ),
            MoveForm,
            lambda now: (now.draft is None or now.in_force is None) and now.record.document_type not in FIXED_SLUGS,
            _change_slug,
            publishes=True,
        ),
    )
}


def available_actions(now: WorkflowState) -> list[WorkflowAction]:
    """Return the actions that are possible in this state."""
    if now.draft is None and now.in_force is None:
        return []
    return [step for step in ACTIONS.values() if step.possible(now)]


def perform(model_admin: Any, step: WorkflowAction, request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for confirmation of an action, and perform it when the form is posted."""
    record = record_of(model_admin, request, pk, change=True)
    seen = publishing.edit_token(record)
    now = WorkflowState(request.user, record, *draft_and_published(record))
    if step not in available_actions(now):
        messages.warning(
            request, gettext("“{step}” is not possible now; somebody may have been faster.").format(step=step.title)
        )
        return HttpResponseRedirect(admin_url(record))
    form = step.form(request.POST if request.method == "POST" else None, initial={"expected": seen})
    if request.method == "POST" and form.is_valid():
        values = {**form.cleaned_data, "expected": form.cleaned_data["expected"] or seen}
        try:
            left, message = step.take(now, values)
        except InvalidInput as error:
            at_slug = [one for one in error.faults if one.pointer == "/slug" and "slug" in form.fields]
            for fault in at_slug:
                form.add_error("slug", fault.message)
            for line in fault_lines(one for one in error.faults if one not in at_slug):
                form.add_error(None, line)
        except (publishing.Conflict, Revision.DoesNotExist):
            messages.warning(
                request, gettext("Somebody else was faster; nothing was changed. This is the current state.")
            )
            return HttpResponseRedirect(admin_url(record))
        else:
            messages.success(request, message)
            log_change(model_admin, request, left, message)
            return HttpResponseRedirect(admin_url(left))
    changes = []
    if step.shows_draft and now.draft is not None:
        changes = document_rows(now.in_force.document if now.in_force else {}, now.draft.document)
    return render_page(
        model_admin,
        request,
        "workflow_action",
        f"{step.title}: {title_of(record)}",
        original=record,
        step=step,
        for_review=step.publishes and not now.at_once,
        form=form,
        differences=changes,
        behind=publishing.newer_publication(record) if step.shows_draft else None,
    )
