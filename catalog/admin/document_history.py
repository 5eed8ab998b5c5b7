"""The history of a document: its states, the differences between any two, and restoring one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext, gettext_lazy

from catalog import publishing
from catalog.admin.audit_log import audit_address
from catalog.admin.difference_table import document_rows
from catalog.admin.labels import admin_url
from catalog.admin.page_helpers import log_change, record_of, render_page, title_of
from catalog.admin.workflow_actions import MAX_REASON_LENGTH
from catalog.documents import canonical
from catalog.documents.errors import InvalidInput
from catalog.models import Record, Revision
from catalog.models.drafts import DraftAction, DraftState
from catalog.permissions import current_user

SHOWN_ACTIONS = frozenset(
    {
        DraftAction.SENT,
        DraftAction.TAKEN_BACK,
        DraftAction.RETURNED,
        DraftAction.APPROVED,
        DraftAction.PUBLISHED,
        DraftAction.DISCARDED,
    }
)
"""Actions on a draft that do not change its contents."""


class RestoreForm(forms.Form):
    """The reason for restoring an earlier state."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        label=gettext_lazy("Why"),
        help_text=gettext_lazy("One line, published with the release."),
    )
    expected = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)


class HistoryEntry:
    """One state of a document, of a draft or of a release, with the changes since the state before."""

    def __init__(self, state: DraftState | Revision, before: dict[str, Any]) -> None:
        self.one = state
        self.released = state if isinstance(state, Revision) else None
        self.by, self.why, self.source = state.by, state.why, state.source
        self.unsourced_reason = state.unsourced_reason
        self.at = state.created_at if isinstance(state, Revision) else state.at
        self.document = state.document if isinstance(state, Revision) else publishing.document_of(state)
        self.step = isinstance(state, DraftState) and state.deed in SHOWN_ACTIONS
        self.first = not before
        self.differences = document_rows(before, self.document) if before and not self.step else []

    @property
    def key(self) -> str:
        """The identifier of the state in URLs."""
        return f"r{self.one.since_id}" if isinstance(self.one, Revision) else f"d{self.one.number}"

    @property
    def title(self) -> str:
        """The title of the state on pages."""
        if isinstance(self.one, Revision):
            return gettext("Release {number}").format(number=self.one.since_id)
        return gettext("Draft {number}, {deed}").format(number=self.one.number, deed=self.one.get_deed_display())


def history(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show every state of a document, newest first, with its changes."""
    record = record_of(model_admin, request, pk, change=False)
    entries = _entries(record)
    return render_page(
        model_admin,
        request,
        "document_history",
        gettext("History of {document}").format(document=title_of(record)),
        original=record,
        entries=entries[::-1],
        audited=audit_address(request.user, about="/".join((record.game, record.document_type, record.slug))),
        successor=None if publishing.current_revision(record) else publishing.successor(record),
    )


def state_page(model_admin: Any, request: HttpRequest, pk: int, key: str) -> HttpResponse:
    """Show one state compared with another (`with`, else the current one), and restore it as a draft."""
    record = record_of(model_admin, request, pk, change=False)
    may_change = model_admin.has_change_permission(request, record)
    if request.method == "POST" and not may_change:
        raise PermissionDenied
    seen, now = publishing.open_for_editing(record)
    entries = {entry.key: entry for entry in _entries(record)}
    entry = entries.get(key)
    if entry is None:
        raise Http404("There is no such state.")
    form = RestoreForm(request.POST or None, initial={"expected": seen})
    if request.method == "POST" and form.is_valid():
        try:
            publishing.restore_state(record, entry.document, by=current_user(request), **form.cleaned_data)
        except InvalidInput as error:
            for fault in error.faults:
                form.add_error(None, f"{fault.pointer}: {fault.message}".removeprefix(": "))
        except publishing.Conflict:
            messages.warning(request, gettext("Somebody changed it in the meantime; nothing was restored. Look again."))
            return HttpResponseRedirect(request.get_full_path())
        else:
            message = gettext("{state} is restored as a draft.").format(state=entry.title)
            messages.success(request, message)
            log_change(model_admin, request, record, message)
            return HttpResponseRedirect(admin_url(record))
    compared = entries.get(request.GET.get("with", ""))
    other = compared.document if compared else now.document if now else {}
    answer = render_page(
        model_admin,
        request,
        "document_state",
        gettext("{state} of {document}").format(state=entry.title, document=title_of(record)),
        original=record,
        entry=entry,
        compared=compared,
        differences=document_rows(other, entry.document),
        choices=[one for one in reversed(entries.values()) if not one.step],
        form=form if may_change and (now is None or now.text != canonical.compact(entry.document)) else None,
    )
    answer.status_code = 400 if form.errors else 200
    return answer


def document(model_admin: Any, request: HttpRequest, pk: int, revision: int) -> HttpResponse:
    """Return the document of a revision, formatted like a catalog file."""
    record = record_of(model_admin, request, pk, change=False)
    found = record.revisions.filter(pk=revision).first()
    if found is None:
        raise Http404("There is no such revision.")
    return HttpResponse(canonical.pretty(found.document), content_type="application/json; charset=utf-8")


def _entries(record: Record) -> list[HistoryEntry]:
    """Return the states of a document, oldest first, each compared with the one before."""
    entries: list[HistoryEntry] = []
    for one in publishing.timeline(record):
        entries.append(HistoryEntry(one, entries[-1].document if entries else {}))
    return entries
