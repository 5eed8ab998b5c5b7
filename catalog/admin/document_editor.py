"""The editor of a document: the form, the saving, and conflicts between two curators."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from catalog import documents, permissions, publishing
from catalog.admin import card_preview, contributions, extension_remarks, related_cards
from catalog.admin.difference_table import document_rows
from catalog.admin.drafts import review_url
from catalog.admin.labels import MODEL_BY_TYPE, admin_url, fault_lines, state_label
from catalog.admin.page_helpers import draft_and_published, log_change, record_of, render_page
from catalog.admin.workflow_actions import (
    FIXED_SLUGS,
    FOR_REVIEW,
    MAX_REASON_LENGTH,
    WorkflowState,
    available_actions,
    published_message,
)
from catalog.documents import canonical, provenance
from catalog.documents.errors import Fault, InvalidInput
from catalog.documents.forms.document_form import DocumentForm
from catalog.documents.forms.objects.parts import NONE, UNKNOWN
from catalog.models import DocumentType, Record, Revision, Stage
from catalog.permissions import current_user

REASON_REQUIRED = _("Give the reason in one line. It is saved with the change.")
# Buttons that save the document.
SAVE_BUTTONS = ("_save", "_send", "_publish", "_publish_another")
NOT_COPIED = frozenset({"slug", "formerly", "retired", "replaced_by", "sources", "at"})
"""The keys of a document that a copy does not get."""
MAX_DIGITS = 19
"""A number with fewer digits fits a key."""
# The number of newest revisions that are searched for sources to suggest.
MAX_RECENT_REVISIONS = 200


class SaveForm(forms.Form):
    """The reason and the source of a change."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("Why"),
        help_text=_("One line, published with the release."),
    )
    source = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("From"),
        help_text=_("Where you have the change from: a title, a public address, or the printed card."),
        widget=forms.TextInput(attrs={"list": "known-sources"}),
    )
    unsourced_reason = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("Why without a source"),
        help_text=_("A fact without a source needs a reason. One line, saved with the release."),
    )
    expected = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)


class DocumentEditor:
    """One request of a curator to edit one document.

    `record` is None for a new document, `base` is the document that the form starts from, and `seen` is the edit token
    of the record when `base` was read.
    """

    def __init__(
        self, model_admin: Any, request: HttpRequest, record: Record | None, base: dict[str, Any], *, seen: str = ""
    ) -> None:
        self.admin = model_admin
        self.request = request
        self.record = record
        self.base = base
        self.seen = seen
        kind = request.GET.get("kind")
        self.kind = kind if kind in possible_kinds(base) else base["kind"]
        self.nothing = NONE if request.GET.get("whole") else UNKNOWN
        self.conflict: list[Any] = []
        self.likened: dict[str, Any] = {}
        self.copied: Revision | None = None

    @property
    def data(self) -> QueryDict | None:
        """The posted data, or None."""
        return self.request.POST if self.request.method == "POST" else None

    def answer(self) -> HttpResponse:
        """Show the form, draw the preview, or save the posted document and redirect."""
        if self.data is None:
            return self.show(self.form(None), SaveForm(initial=self.initial_values()))
        if "_draw" in self.data:
            return card_preview.preview_response(self.request, self.form(self.data))
        if "_row" in self.data:
            return self.show(self.form(add_row(self.data), judged=False), SaveForm(self.data))
        form, saving = self.form(self.data), SaveForm(self.data)
        publish = "_publish" in self.data or "_publish_another" in self.data
        if publish and not self.at_once:
            raise PermissionDenied("Somebody else approves this first.")
        valid = self.check(form) and saving.is_valid()
        writes = any(button in self.data for button in SAVE_BUTTONS)
        if writes and not saving["why"].errors and not saving.cleaned_data.get("why"):
            saving.add_error("why", REASON_REQUIRED)
        if not valid or not saving.is_valid() or not writes:
            return self.show(form, saving)
        try:
            return self.publish(form, saving) if publish else self.save(form, saving)
        except InvalidInput as error:
            for fault in error.faults:
                form.place(fault)
            return self.show(form, saving)
        except publishing.Conflict:
            return self.show_conflict(form)

    @property
    def at_once(self) -> bool:
        """True if the user may publish without another curator's approval."""
        return permissions.may_publish_at_once(
            self.request.user, self.base["game"], self.admin.model.objects.document_type
        )

    def initial_values(self) -> dict[str, str]:
        """Return the initial values of `SaveForm`; the reason and the source only for the user's own unsent draft."""
        draft = self.record.revisions.drafts().first() if self.record else None
        initial = {"expected": self.seen}
        if draft is not None:
            initial["unsourced_reason"] = draft.unsourced_reason
        if draft is not None and draft.by_id == self.request.user.pk and draft.stage == Stage.DRAFT:
            initial |= {"why": draft.why, "source": draft.source}
        return initial

    def form(self, data: QueryDict | None, *, judged: bool = True) -> DocumentForm:
        return DocumentForm(
            self.base, kind=self.kind, data=data, nothing=self.nothing, judged=judged, suggest=publishing.suggest_slug
        )

    def check(self, form: DocumentForm) -> bool:
        """Return whether the posted document is valid and the slug of a new document is free."""
        if not form.is_valid():
            return False
        document = form.document
        holder = publishing.slug_holder(*publishing.identity(document)) if self.record is None else None
        if holder is not None:
            form.place(publishing.used_slug_fault(document["slug"], holder))
            return False
        return True

    def save(self, form: DocumentForm, saving: SaveForm) -> HttpResponse:
        """Save the posted document as a draft unless nothing changed; submit it for review if asked."""
        assert self.data is not None
        send = "_send" in self.data
        before = publishing.current_revision(self.record) if self.record else None
        if before is not None and before.text != canonical.compact(form.document):
            before = None
        if before is not None and not (send and before.stage == Stage.DRAFT):
            messages.info(self.request, gettext("Nothing was changed."))
            return HttpResponseRedirect(admin_url(before.record))
        if before is not None:
            values = saving.cleaned_data
            draft = publishing.submit_for_review(
                before.record, by=current_user(self.request), why=values["why"], expected=values["expected"]
            )
        else:
            write = publishing.save_and_submit if send else publishing.save_draft
            draft = write(form.document, by=current_user(self.request), sources_hold=form.held, **saving.cleaned_data)
        if send:
            return self.done(draft.record, form.document, str(FOR_REVIEW))
        faults = [fault for _index, fault in publishing.draft_faults([draft])]
        return self.done(draft.record, form.document, gettext("Saved as a draft."), faults)

    def publish(self, form: DocumentForm, saving: SaveForm) -> HttpResponse:
        """Publish the posted document as a release of its own."""
        release = publishing.save_and_publish(
            form.document, by=current_user(self.request), sources_hold=form.held, **saving.cleaned_data
        )
        game, document_type, slug = publishing.identity(form.document)
        record = Record.objects.get(game=game, document_type=document_type, slug=slug)
        return self.done(record, form.document, published_message(release))

    def done(
        self, record: Record, document: dict[str, Any], message: str, faults: Sequence[Fault] = ()
    ) -> HttpResponse:
        """Log the change, show a message, and redirect to the document or to the form of the next new one.

        `faults` keep a draft from being submitted for review; they are shown as warnings.
        """
        log_change(self.admin, self.request, record, message)
        address = admin_url(record)
        title = document.get("name") or document["slug"]
        messages.success(self.request, format_html('<a href="{}">{}</a>: {}', address, title, message))
        for line in fault_lines(faults):
            messages.warning(self.request, line)
        if not faults and (unsourced := provenance.unsourced(document)):
            facts = ", ".join(pointer.lstrip("/") for pointer in unsourced)
            message = gettext("No source is named for these facts: {facts}.").format(facts=facts)
            messages.warning(self.request, message)
        assert self.data is not None
        return HttpResponseRedirect(self.request.get_full_path() if "_publish_another" in self.data else address)

    def show_conflict(self, form: DocumentForm) -> HttpResponse:
        """Show the other curator's changes next to the posted document; saving again overwrites them."""
        if self.record is None:
            form.place(Fault("/slug", "slug-used", gettext("Somebody has just made a document of this slug.")))
            return self.show(form, SaveForm(self.data))
        seen, theirs = publishing.open_for_editing(self.record)
        self.conflict = document_rows(theirs.document, form.document) if theirs else []
        assert self.data is not None
        data = self.data.copy()
        data["expected"] = seen
        return self.show(form, SaveForm(data), met=theirs)

    def show(self, form: DocumentForm, saving: SaveForm, *, met: Revision | None = None) -> HttpResponse:
        """Return the page with the form, the card's face and the available actions."""
        draft, in_force = draft_and_published(self.record) if self.record else (None, None)
        errors = form.error_entries() + [
            (saving["why"].auto_id, gettext("Why"), message) for message in saving["why"].errors
        ]
        written = form.document if form.is_bound and form.judged else self.base
        shown = self.base if form.error_entries() else written
        revision = draft or in_force
        title = revision.title if revision else new_title(form.schema["title"])
        return render_page(
            self.admin,
            self.request,
            "document_edit",
            title,
            original=self.record,
            form=form,
            saving=saving,
            form_errors=errors,
            face=card_preview.preview_svg(written),
            remarks=extension_remarks.remarks_on(shown),
            offered=contributions.contributions_to(self.record),
            related=related_cards.related_links(self.record, self.base),
            draft=draft,
            in_force=in_force,
            current=draft or in_force,
            state=state_label(draft, in_force) if self.record else "",
            wanted=[pointer.lstrip("/") for pointer in documents.wanted_pointers(self.base)] if self.record else [],
            steps=available_actions(WorkflowState(self.request.user, self.record, draft, in_force))
            if self.record
            else [],
            at_once=self.at_once,
            reviewed=review_url(draft) if draft and draft.stage != Stage.DRAFT else "",
            back=publishing.return_note(draft) if draft else None,
            unsourced=[pointer.lstrip("/") for pointer in provenance.unsourced(written)],
            said=publishing.draft_actions(draft) if draft else [],
            likened=self.likened,
            copied=self.copied,
            copy=copy_address(self.request.user, self.record, self.base),
            may_merge=in_force is not None and draft is None and self.record.document_type not in FIXED_SLUGS
            if self.record
            else False,
            differences=document_rows(in_force.document, draft.document) if draft and in_force else [],
            behind=publishing.newer_publication(self.record) if self.record else None,
            conflict=self.conflict,
            met=met,
            kinds=[kind for kind in possible_kinds(self.base) if kind != self.kind] if self.record else [],
            former_kind=self.base["kind"] if self.kind != self.base["kind"] else "",
            **add_datalists(form),
        )


def add(model_admin: Any, request: HttpRequest) -> HttpResponse:
    """Ask for the kind of the new document, then show its form."""
    if not model_admin.has_add_permission(request):
        raise PermissionDenied
    sorts = creatable_kinds(request.user, model_admin.model.objects.document_type)
    of = request.GET.get("of") or (next(iter(sorts)) if len(sorts) == 1 else "")
    if of not in sorts:
        return render_page(model_admin, request, "choose_kind", new_title(model_admin.opts.verbose_name), sorts=sorts)
    game, kind = of.split("/")
    base: dict[str, Any] = {"kind": kind, "game": game}
    if "copy" in request.GET:
        return _copy(model_admin, request, base)
    last = last_card(request.user, base)
    taken = "like" in request.GET
    editor = DocumentEditor(model_admin, request, None, base | (shared_facts(last) if last and taken else {}))
    if last is not None:
        here = request.GET.copy()
        here.pop("like", None)
        editor.likened = {"last": last, "taken": taken, "without": here.urlencode(safe="/")}
    return editor.answer()


def _copy(model_admin: Any, request: HttpRequest, base: dict[str, Any]) -> HttpResponse:
    """Show the form of a new document with the values of another one of its kind, without their sources."""
    number = request.GET["copy"]
    key = int(number) if number.isdecimal() and len(number) < MAX_DIGITS else 0
    record = model_admin.model.objects.filter(pk=key).first()
    copied = publishing.current_revision(record) if record else None
    if copied is None or not model_admin.has_view_permission(request, record):
        raise Http404("There is no document to copy.")
    if (copied.document["game"], copied.document["kind"]) != (base["game"], base["kind"]):
        raise Http404("The document to copy is of another kind.")
    editor = DocumentEditor(model_admin, request, None, copied_values(copied.document))
    editor.copied = copied
    return editor.answer()


def copied_values(document: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a document for a new one. A source was given for one document, so none is copied."""
    values = {key: value for key, value in document.items() if key not in NOT_COPIED}
    return {**values, "sources": {}}


def copy_address(user: Any, record: Record | None, document: dict[str, Any]) -> str:
    """Return the address of a new document with the values of this one; `""` if the user may not make one."""
    if record is None or record.document_type in FIXED_SLUGS:
        return ""
    if not permissions.may_write(user, record.game, record.document_type):
        return ""
    return f"{reverse(f'admin:catalog_{_model_name(record)}_add')}?of={record.game}/{document['kind']}&copy={record.pk}"


def _model_name(record: Record) -> str:
    return str(MODEL_BY_TYPE[record.document_type]._meta.model_name)


def change(model_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form of the draft or published document; without the right to change it, redirect to its history."""
    record = record_of(model_admin, request, pk, change=False)
    seen, current = publishing.open_for_editing(record)
    if current is None:
        renamed = publishing.successor(record)
        return HttpResponseRedirect(admin_url(renamed) if renamed else admin_url(record, "history"))
    if not model_admin.has_change_permission(request, record):
        if request.method == "POST":
            raise PermissionDenied
        return HttpResponseRedirect(admin_url(record, "history"))
    return DocumentEditor(model_admin, request, record, current.document, seen=seen).answer()


def new_title(sort: str) -> str:
    """Return the title of the page for a new document; in English the kind is written in lower case."""
    named = gettext(sort)
    return gettext("New {sort}").format(sort=named.lower() if get_language() == settings.LANGUAGE_CODE else named)


def creatable_kinds(user: Any, document_type: str) -> dict[str, str]:
    """Return the kinds of document of a type that the user may create: labels by `game/kind`."""
    kinds = {
        game: of_game
        for game, of_game in documents.card_kinds().items()
        if permissions.may_write(user, game, document_type)
    }
    if document_type == DocumentType.CARD:
        return {
            f"{game}/{kind}": f"{game}: {gettext(documents.load_schemas()[f'{game}/{kind}.schema.json']['title'])}"
            for game, of_game in kinds.items()
            for kind in of_game
        }
    known = (
        Record.objects.filter(document_type=document_type).values_list("game", flat=True)
        if document_type in documents.ONE_A_GAME
        else ()
    )
    return {f"{game}/{document_type}": game for game in sorted(kinds.keys() - set(known))}


def possible_kinds(base: dict[str, Any]) -> tuple[str, ...]:
    """Return the kinds that a document can be changed to: all kinds of the game for a card, else its own."""
    return (base["kind"],) if base["kind"] in documents.COMMON_TYPES else documents.card_kinds()[base["game"]]


def last_card(user: Any, base: dict[str, Any]) -> Revision | None:
    """Return the card of the game that the user wrote last; None for documents that are not cards."""
    if base["kind"] in documents.COMMON_TYPES:
        return None
    mine = Revision.objects.of_type(DocumentType.CARD, base["game"]).filter(by=user)
    return mine.order_by("-created_at", "-pk").first()


def shared_facts(last: Revision) -> dict[str, Any]:
    """Return the facts to copy from the last card: its set, and its source marked as unchecked."""
    source = last.document["sources"].get("")
    return {
        "set": last.document["set"],
        "sources": {"": {"source": source["source"], "checked": False}} if source else {},
    }


def add_datalists(form: DocumentForm) -> dict[str, Any]:
    """Add datalists of known sets and sources to the form, and return their contents as template context."""
    known: dict[str, Any] = {}
    if "set" in form.facts.fields:
        form.facts.fields["set"].widget.attrs["list"] = "known-sets"
        sets = Revision.objects.of_type(DocumentType.SET, form.base["game"]).filter(until__isnull=True).order_by("slug")
        known["known_sets"] = {revision.slug: revision.title for revision in sets}
    recent = (
        Revision.objects.filter(until__isnull=True)
        .order_by("-created_at", "-pk")
        .only("document")[:MAX_RECENT_REVISIONS]
    )
    titles = (source["source"] for one in recent for source in one.document["sources"].values())
    known["known_sources"] = list(dict.fromkeys(titles))
    for source in form.sources.forms:
        source.fields["source"].widget.attrs["list"] = "known-sources"
    return known


def add_row(data: QueryDict) -> QueryDict:
    """Return a copy of the posted data with one more row in the formset whose button was pressed."""
    more = data.copy()
    total = f"{data.get('_row')}-TOTAL_FORMS"
    number = more.get(total, "")
    if number.isdecimal() and len(number) < 4:
        more[total] = str(int(number) + 1)
    return more
