"""Drafts: the list, filtered by the person a draft waits for, and the page on which another curator reviews one."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.lookups import Exact, LessThanOrEqual
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions, publishing
from catalog.admin import extension_remarks
from catalog.admin.changelist import GameFieldFilter
from catalog.admin.difference_table import document_rows
from catalog.admin.labels import admin_url, fault_lines
from catalog.admin.mixins import GameScopedMixin, ListTitleMixin, ReadOnlyMixin
from catalog.admin.page_helpers import face_of, render_page
from catalog.admin.review_messages import tell_left, tell_result
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.admin.saved_filters import SavedFiltersMixin
from catalog.admin.workflow_actions import MAX_REASON_LENGTH
from catalog.documents import provenance
from catalog.documents.errors import InvalidInput
from catalog.models import Changeset, DocumentType, Draft, Record, Revision, Stage
from catalog.models.drafts import DraftAction, DraftState
from catalog.publishing import changeset_review, changesets
from catalog.publishing.changeset_review import LeftRevision, ReviewResult

MAX_SHOWN = 100
LIST_PAGES = tuple(f"catalog_draft_{page}" for page in ("changelist", "savefilter", "deletefilter"))
"""The pages of Django's own and of saved filters that this list keeps."""
CHANGED_MEANWHILE = _(
    "Somebody changed or decided it in the meantime. Nothing of yours was written. This is the current state."
)

UNPUBLISHABLE = _("It cannot be approved, since it could not be published. See the faults above.")


class ReviewForm(forms.Form):
    """A reviewer's reason or comment."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("A note for the author"),
        help_text=_("Required to send the draft back."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    expected = forms.CharField(max_length=16, widget=forms.HiddenInput)


class WaitingFilter(admin.SimpleListFilter):
    """A filter by the person or step that a draft waits for."""

    title, parameter_name = _("waits for"), "waits"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, words) for key, (words, _condition) in waiting_filters(request.user).items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Draft]) -> QuerySet[Draft]:
        found = waiting_filters(request.user).get(self.value() or "")
        return queryset.filter(found[1]) if found else queryset


class DocumentTypeFilter(admin.SimpleListFilter):
    title, parameter_name = _("sort"), "shelf"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        return [(document_type.value, str(document_type.label)) for document_type in DocumentType]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Draft]) -> QuerySet[Draft]:
        return queryset.filter(record__document_type=self.value()) if self.value() in DocumentType.values else queryset


def waiting_filters(user: Any) -> dict[str, tuple[str, Q]]:
    """Return the filters for waiting drafts by key: the label and the query condition for this user."""
    mine = Q(by=user)
    last = DraftState.objects.filter(record=OuterRef("record")).order_by("-number")
    is_returned = Exact(Subquery(last.values("deed")[:1]), Value(DraftAction.RETURNED.value))
    limit = publishing.submitted_before()
    overdue = Q(LessThanOrEqual(Subquery(last.values("at")[:1]), Value(limit))) if limit else Q(pk__in=())
    return {
        "review": (gettext("your review"), Q(stage=Stage.REVIEW) & ~mine),
        "back": (gettext("you: it was sent back"), Q(is_returned, stage=Stage.DRAFT) & mine),
        "work": (gettext("you: you are working on it"), Q(~is_returned, stage=Stage.DRAFT) & mine),
        "overdue": (gettext("you: nobody else has reviewed it in time"), Q(overdue, stage=Stage.REVIEW) & mine),
        "others": (gettext("others to review your draft"), Q(~overdue, stage=Stage.REVIEW) & mine),
        "release": (gettext("a release"), Q(stage=Stage.APPROVED)),
    }


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the counts of drafts that wait for a user, as pairs of text and address; zero counts are left out."""
    if not permissions.may_view(user, Draft):
        return []
    filters = waiting_filters(user)
    counts = permissions.limit_to_games(
        Draft.objects.filter(since__isnull=True), permissions.visible_games(user)
    ).aggregate(**{key: Count("pk", filter=condition) for key, (_words, condition) in filters.items()})
    listed = reverse("admin:catalog_draft_changelist")
    return [
        (
            gettext("Drafts that wait for {whom}: {number}").format(whom=words, number=counts[key]),
            f"{listed}?waits={key}",
        )
        for key, (words, _condition) in filters.items()
        if counts[key]
    ]


class DraftAdmin(SavedFiltersMixin, RoleBadgeMixin, ListTitleMixin, GameScopedMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The list of unpublished drafts, with their stage and the person they wait for."""

    actions = ("submit", "withdraw", "gather")
    list_display = ("named", "sort", "game_slug", "how_far", "who", "changed", "why", "in_changeset")
    list_display_links = None
    list_filter = (WaitingFilter, "stage", DocumentTypeFilter, ("game", GameFieldFilter))
    list_per_page = 50
    list_select_related = ("record", "by", "changeset")
    ordering = ("-created_at",)
    search_fields = ("slug", "name", "why")
    search_help_text = _("Part of a name, slug or reason")
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view
        return [
            path("<int:pk>/review/", page(self.review), name="catalog_draft_review"),
            path("discarded/", page(self.discarded), name="catalog_draft_discarded"),
            *(one for one in super().get_urls() if one.name in LIST_PAGES),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        return super().get_queryset(request).filter(since__isnull=True)

    @admin.display(description=_("Draft"), ordering="slug")
    def named(self, draft: Draft) -> SafeString:
        """The title, linked to the editor, or to the review for a draft that has been submitted.

        A hidden field has the state of the draft, which an action on it names.
        """
        where = admin_url(draft.record) if draft.stage == Stage.DRAFT else review_url(draft)
        state = f"{draft.pk} {changesets.changeset_token([draft])}"
        return format_html('<a href="{}">{}</a><input type="hidden" name="seen" value="{}">', where, draft.title, state)

    @admin.display(description=_("Sort"), ordering="kind")
    def sort(self, draft: Draft) -> str:
        """The kind of document."""
        return str(draft.kind).replace("-", " ")

    @admin.display(description=_("State"), ordering="stage")
    def how_far(self, draft: Draft) -> str:
        return draft.get_stage_display()

    @admin.display(description=_("Last written"), ordering="created_at")
    def changed(self, draft: Draft) -> str:
        return f"{draft.created_at:%Y-%m-%d %H:%M} UTC"

    @admin.display(description=_("Changeset"), ordering="changeset")
    def in_changeset(self, draft: Draft) -> SafeString | str:
        """The changeset that the draft belongs to, with a link."""
        if draft.changeset is None:
            return ""
        address = reverse("admin:catalog_changeset_change", args=[draft.changeset.pk])
        return format_html('<a href="{}">{}</a>', address, draft.changeset.title)

    @admin.action(description=_("Put the selected drafts up for review"), permissions=["view"])
    def submit(self, request: HttpRequest, queryset: QuerySet[Draft]) -> None:
        """Put the selected drafts up for review, changeset by changeset."""
        self._review(request, queryset, changeset_review.submit_rows, gettext("put up for review"))

    @admin.action(description=_("Take the selected drafts back from review"), permissions=["view"])
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Draft]) -> None:
        """Withdraw the selected drafts from review, changeset by changeset."""
        self._review(request, queryset, changeset_review.withdraw_rows, gettext("withdrawn from review"))

    @admin.action(description=_("Move the selected drafts into a changeset of their own"), permissions=["view"])
    def gather(self, request: HttpRequest, queryset: QuerySet[Draft]) -> HttpResponse | None:
        """Move the selected drafts that the user may write into a new changeset, and show it."""
        writable = permissions.writable_drafts(request.user, cast("Any", queryset))
        if not writable.exists():
            raise PermissionDenied
        drafts, left = _seen_drafts(request, cast("Any", writable))
        tell_left(request, left)
        if not drafts:
            return None
        changeset = changesets.move_drafts(drafts, title=drafts[0].why, by=permissions.current_user(request))
        return HttpResponseRedirect(reverse("admin:catalog_changeset_change", args=[changeset.pk]))

    def _review(
        self, request: HttpRequest, queryset: QuerySet[Draft], act: Callable[..., ReviewResult], done: str
    ) -> None:
        """Carry out an action of the review on drafts, and say what it changed and what it left.

        Drafts are left if they are not in the state that the page showed.
        """
        found = Changeset.objects.filter(rows__in=queryset.values("pk")).distinct()
        tokens = [(one, changesets.changeset_token(changesets.changeset_drafts(one))) for one in found]
        drafts, left = _seen_drafts(request, queryset)  # read after the tokens, which detect later changes
        keys = {draft.pk for draft in drafts}
        results = [ReviewResult(left=left)]
        for changeset, seen in tokens:
            try:
                results.append(act(changeset, by=permissions.current_user(request), seen=seen, keys=keys))
            except publishing.Conflict as conflict:
                messages.warning(request, f"{changeset.title}: {conflict}")
        tell_result(request, ReviewResult.joined(results), done)
        if (gone := _selected_number(request) - len(drafts) - len(left)) > 0:
            message = ngettext(
                "{number} selected draft is not in this list any more: it was published, discarded or changed.",
                "{number} selected drafts are not in this list any more: they were published, discarded or changed.",
                gone,
            )
            messages.warning(request, message.format(number=gone))

    def review(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the changes of a draft with the data a reviewer needs, and approve it or send it back."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        record = Record.objects.filter(revisions__pk=pk, revisions__since=None).first()
        state = publishing.edit_token(record)  # read before everything that is shown
        draft = Revision.objects.drafts().filter(pk=pk).select_related("record", "by").first()
        if draft is None:
            raise Http404("There is no such draft any more.")
        if not self.has_view_permission(request, draft):
            raise PermissionDenied
        allowed = permissions.may_write(request.user, draft.record.game, draft.record.document_type)
        if request.method == "POST" and not allowed:
            raise PermissionDenied
        form = ReviewForm(request.POST or None, initial={"expected": state})
        if request.method == "POST" and form.is_valid():
            if answer := self._decide(request, draft, form):
                return answer
            state = publishing.edit_token(draft.record)
            draft.refresh_from_db()
            form.data = cast("QueryDict", form.data).copy() | {"expected": state}
        return self._render(request, draft, form, allowed)

    def discarded(self, request: HttpRequest) -> HttpResponse:
        """List the most recently discarded drafts of documents without a new draft, so that they can be restored."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        begun_anew = Revision.objects.drafts().filter(record=OuterRef("record"))
        thrown = DraftState.objects.filter(~Exists(begun_anew), deed=DraftAction.DISCARDED)
        last = DraftState.objects.filter(record=OuterRef("record")).order_by("-number").values("number")[:1]
        found = thrown.filter(number=Subquery(last)).select_related("record", "by").order_by("-at")
        seen = permissions.limit_to_games(found, permissions.visible_games(request.user), "record__game")
        rows = [(one, admin_url(one.record, "history")) for one in seen[:MAX_SHOWN]]
        return render_page(self, request, "draft_discarded", gettext("Discarded drafts"), rows=rows)

    def _decide(self, request: HttpRequest, draft: Revision, form: ReviewForm) -> HttpResponse | None:
        """Carry out the posted decision. Return the redirect, or None after adding the errors to the form."""
        decision = {"by": request.user, **form.cleaned_data}
        try:
            if "_approve" in request.POST:
                publishing.approve(draft.record, **decision)
                messages.success(
                    request, gettext("{draft}: approved. It goes into the next release.").format(draft=draft.title)
                )
            else:
                publishing.return_to_author(draft.record, **decision)
                messages.success(request, gettext("{draft}: sent back, with your reason.").format(draft=draft.title))
        except publishing.Conflict:
            if not Revision.objects.drafts().filter(pk=draft.pk).exists():
                messages.warning(request, gettext("The draft is gone: somebody else published or discarded it."))
                return HttpResponseRedirect(admin_url(draft.record, "history"))
            form.add_error(None, CHANGED_MEANWHILE)
        except publishing.SelfApproval as refused:
            form.add_error(None, str(refused))
        except publishing.Unpublishable:
            form.add_error(None, UNPUBLISHABLE)
        except InvalidInput as error:
            form.add_error("why", error.faults[0].message)
        else:
            return HttpResponseRedirect(f"{reverse('admin:catalog_draft_changelist')}?waits=review")
        return None

    def _render(self, request: HttpRequest, draft: Revision, form: ReviewForm, allowed: bool) -> HttpResponse:
        in_force = draft.record.revisions.newest().first()
        alone = [fault for _index, fault in publishing.plan_of_drafts([draft]).faults]
        faults = [fault for _index, fault in publishing.draft_faults([draft], DraftAction.APPROVED)] if alone else []
        answer = render_page(
            self,
            request,
            "draft_review",
            gettext("Review: {draft}").format(draft=draft.title),
            draft=draft,
            in_force=in_force,
            form=form,
            differences=document_rows(in_force.document if in_force else {}, draft.document),
            faults=fault_lines(faults),
            alone=fault_lines(fault for fault in alone if fault not in faults),
            unsourced=[pointer.lstrip("/") for pointer in provenance.unsourced(draft.document)],
            remarks=extension_remarks.remarks_on(draft.document),
            face=face_of(draft.document),
            deeds=publishing.draft_actions(draft),
            overtaken=publishing.is_outdated(draft),
            may_decide=allowed and draft.stage != Stage.DRAFT,
            may_approve=publishing.may_approve(request.user, draft),
            self_approval_day=publishing.self_approval_day(request.user, draft),
            card=admin_url(draft.record),
            history=admin_url(draft.record, "history"),
        )
        answer.status_code = 400 if form.errors else 200
        return answer


def _seen_drafts(request: HttpRequest, queryset: QuerySet[Any]) -> tuple[list[Any], list[LeftRevision]]:
    """Return the selected drafts that are as the posted page showed them, and the others with the reason to leave them.

    If the user selected the drafts of all pages, only those of the page are read; a message says so.
    """
    shown = dict(state.split(" ", 1) for state in request.POST.getlist("seen") if " " in state)
    if request.POST.get("select_across") == "1":
        queryset = queryset.filter(pk__in=[key for key in shown if key.isdecimal() and len(key) < 19])
        messages.info(request, gettext("Only drafts of the page that you saw are changed. Go on with the next page."))
    seen, left = [], []
    for draft in queryset:
        token = shown.get(str(draft.pk))
        if token == changesets.changeset_token([draft]):
            seen.append(draft)
        else:
            left.append(
                LeftRevision(draft, gettext("Somebody changed it since this page was shown. Look at it again."))
            )
    return seen, left


def _selected_number(request: HttpRequest) -> int:
    """Return the number of ticked drafts; 0 if all drafts of the list were selected, on all its pages."""
    across = request.POST.get("select_across") == "1"
    return 0 if across else len(set(request.POST.getlist(ACTION_CHECKBOX_NAME)))


def review_url(draft: Revision) -> str:
    return reverse("admin:catalog_draft_review", args=[draft.pk])
