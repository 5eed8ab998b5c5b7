"""Changesets: the list, and the page on which one is reviewed, published, discussed and taken back."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from catalog import permissions, publishing
from catalog.admin.changeset_forms import (
    AuthorFilter,
    NoteForm,
    ReasonForm,
    RevertForm,
    SampleForm,
    SeenForm,
    StateFilter,
    TitleForm,
)
from catalog.admin.difference_table import DifferenceRow, document_rows
from catalog.admin.drafts import review_url
from catalog.admin.labels import admin_url
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.page_helpers import render_page
from catalog.admin.review_messages import MAX_NAMED, tell_result
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.admin.workflow_actions import published_message
from catalog.documents.errors import InvalidInput
from catalog.documents.titles import document_title
from catalog.errors import Refused
from catalog.models import Changeset, Revision, Stage
from catalog.models.changesets import ChangesetState, changeset_state
from catalog.models.drafts import DraftAction
from catalog.permissions import current_user
from catalog.publishing import changeset_publication, changeset_review, changesets
from catalog.publishing.changeset_review import ReviewResult
from catalog.publishing.changesets import ChangesetRow

ROWS_PER_PAGE = 50
MAX_OPEN_ROWS = 5
"""The maximum number of rows of a page whose changes are shown unfolded."""
MAX_CHECKED = 500
"""The maximum number of drafts that are checked for each view of a changeset; of more, only those on the page are."""
MAX_KEY = 2**63 - 1


@dataclass(frozen=True, slots=True)
class ShownRow:
    """A row of a changeset as its page shows it."""

    row: ChangesetRow
    differences: list[DifferenceRow]
    faults: list[str]
    address: str
    is_tickable: bool


class ChangesetAdmin(RoleBadgeMixin, ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The list of changesets, newest first, and the page of each."""

    actions = None
    list_display = ("title", "how_far", "in_work", "in_review", "approved", "published", "origin", "who", "begun")
    list_display_links = ("title",)
    list_filter = (StateFilter, AuthorFilter, "origin")
    list_per_page = 50
    list_select_related = ("by",)
    ordering = ("-pk",)
    search_fields = ("title",)
    search_help_text = _("Part of a title")
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        def guarded(view: Callable[..., HttpResponse]) -> Any:
            return self.admin_site.admin_view(never_cache(view))

        return [
            path("<int:pk>/change/", guarded(self.one), name="catalog_changeset_change"),
            path("<int:pk>/sample/", guarded(self.sample), name="catalog_changeset_sample"),
            path("<int:pk>/publish/", guarded(self.publish), name="catalog_changeset_publish"),
            path("<int:pk>/take-back/", guarded(self.take_back), name="catalog_changeset_revert"),
            *(one for one in super().get_urls() if one.name == "catalog_changeset_changelist"),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Changeset]:
        """Return the changesets with rows of the games that the user sees, and empty ones of their own."""
        found = Changeset.objects.counted()
        games = permissions.visible_games(request.user)
        if games is None:
            return found
        seen = Revision.objects.filter(changeset=OuterRef("pk"), record__game__in=games)
        return found.filter(Exists(seen) | Q(by=request.user))

    @admin.display(description=_("state"))
    def how_far(self, changeset: Any) -> str:
        state = str(changeset_state(changeset).label)
        return gettext("{state}, taken back").format(state=state) if changeset.taken_back else state

    @admin.display(description=_("begun"), ordering="created_at")
    def begun(self, changeset: Changeset) -> str:
        return f"{changeset.created_at:%Y-%m-%d %H:%M} UTC"

    @admin.display(description=_("in work"))
    def in_work(self, changeset: Any) -> int:
        return changeset.in_work

    @admin.display(description=_("in review"))
    def in_review(self, changeset: Any) -> int:
        return changeset.in_review

    @admin.display(description=_("approved"))
    def approved(self, changeset: Any) -> int:
        return changeset.approved

    @admin.display(description=_("published"))
    def published(self, changeset: Any) -> int:
        return changeset.published

    def one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a changeset with its rows, checks and discussion, or carry out the posted action."""
        changeset = self._find(request, pk)
        form, note, title = ReasonForm(), NoteForm(), TitleForm(initial={"title": changeset.title})
        if request.method == "POST":
            self._check_write(request, changeset)
            form = ReasonForm(request.POST if "seen" in request.POST else None)
            note = NoteForm(request.POST if "_note" in request.POST else None)
            title = TitleForm(request.POST if "_rename" in request.POST else None, initial={"title": changeset.title})
            if self._apply(request, changeset, form, note, title):
                return HttpResponseRedirect(request.get_full_path())
        return self._render(request, changeset, form=form, note=note, title_form=title)

    def sample(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a sample of the drafts in review, and approve all of a changeset by it."""
        changeset = self._find(request, pk)
        drafts = changesets.changeset_drafts(changeset)
        in_review = [draft for draft in drafts if draft.stage == Stage.REVIEW]
        rows = changesets.changeset_rows(in_review)
        counts: dict[str, int] = {}
        for row in rows:
            for source in row.sources:
                counts[source] = counts.get(source, 0) + 1
        token = changesets.changeset_token(drafts)
        form = SampleForm(counts, request.POST if request.method == "POST" else None, initial={"seen": token})
        if request.method == "POST":
            self._check_write(request, changeset)
            if form.is_valid():
                values = form.cleaned_data
                self._attempt(
                    request,
                    lambda: changeset_review.approve_by_sample(
                        changeset, by=current_user(request), seen=values["seen"], sources=values["source"]
                    ),
                    gettext("approved"),
                )
                return HttpResponseRedirect(changeset_url(changeset))
        read = {draft.pk for draft in changeset_review.sample_of(in_review)}
        chosen = [row for row in rows if row.revision.pk in read]
        return self._page(
            request,
            "changeset_sample",
            gettext("Sample of “{title}”").format(title=changeset.title),
            changeset=changeset,
            form=form,
            rows=[replace(self._shown(request, row, {}), is_tickable=False) for row in chosen],
            unread=len(in_review) - len(chosen),
            bare=counts.get("", 0),
        )

    def publish(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for confirmation of publishing the approved drafts of a changeset, and publish them."""
        changeset = self._find(request, pk)
        if not permissions.may_publish(request.user):
            raise PermissionDenied
        drafts = changesets.changeset_drafts(changeset)
        form = SeenForm(request.POST or None, initial={"seen": changesets.changeset_token(drafts)})
        if request.method == "POST" and form.is_valid():
            self._publish(request, changeset, form.cleaned_data["seen"])
            return HttpResponseRedirect(changeset_url(changeset))
        approved = [draft for draft in drafts if draft.stage == Stage.APPROVED]
        return self._page(
            request,
            "changeset_publish",
            gettext("Publish “{title}”").format(title=changeset.title),
            changeset=changeset,
            form=form,
            approved=len(approved),
            others=len(drafts) - len(approved),
            named=approved[:ROWS_PER_PAGE],
        )

    def take_back(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what taking back a published changeset would change, and put that up for review."""
        changeset = self._find(request, pk)
        self._check_write(request, changeset)
        form = RevertForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                revert, plan = changeset_publication.revert_changeset(
                    changeset, by=current_user(request), why=form.cleaned_data["why"]
                )
            except changeset_publication.NothingToTakeBack as refused:
                form.add_error(None, str(refused))
            except InvalidInput as error:
                form.add_error("why", error.faults[0].message)
            except publishing.Conflict as conflict:
                messages.warning(request, str(conflict))
                return HttpResponseRedirect(changeset_url(changeset))
            else:
                number = len(plan.documents)
                message = ngettext(
                    "{number} document is put up for review as it was before.",
                    "{number} documents are put up for review as they were before.",
                    number,
                )
                messages.success(request, message.format(number=number))
                return HttpResponseRedirect(changeset_url(revert))
        plan = changeset_publication.plan_revert(changeset, why=gettext("Taken back"))
        return self._page(
            request,
            "changeset_revert",
            gettext("Take back “{title}”").format(title=changeset.title),
            changeset=changeset,
            form=form,
            changed=len(plan.documents),
            named=[document_title(document) for document in plan.documents[:ROWS_PER_PAGE]],
            kept=plan.kept[:ROWS_PER_PAGE],
            kept_number=len(plan.kept),
        )

    # -- actions -------------------------------------------------------------------------------------------------------

    def _apply(
        self, request: HttpRequest, changeset: Changeset, form: ReasonForm, note: NoteForm, title: TitleForm
    ) -> bool:
        """Carry out the posted action and add a message; return False if a form has errors to show."""
        by = current_user(request)
        try:
            if "_note" in request.POST:
                if not note.is_valid():
                    return False
                changesets.add_note(changeset, text=note.cleaned_data["text"], by=by)
                return True
            if "_rename" in request.POST:
                if not title.is_valid():
                    return False
                changesets.rename_changeset(changeset, title=title.cleaned_data["title"], by=by)
                messages.success(request, gettext("It has another title now."))
                return True
        except InvalidInput as error:
            messages.error(request, error.faults[0].message)
            return True
        return self._review(request, changeset, form)

    def _review(self, request: HttpRequest, changeset: Changeset, form: ReasonForm) -> bool:
        """Carry out an action of the review on all rows, or on the ticked ones; return False if the form has errors."""
        if not form.is_valid():
            return False
        keys = _ticked(request)
        if "_all" not in request.POST and not keys:
            messages.warning(request, gettext("Tick the rows first."))
            return True
        for name, (action, done) in REVIEW_ACTIONS.items():
            if name in request.POST:
                if name == "_return" and not form.cleaned_data["why"].strip():
                    form.add_error("why", gettext("Give a reason to send drafts back."))
                    return False
                values: dict[str, Any] = {
                    "by": current_user(request),
                    "keys": None if "_all" in request.POST else keys,
                    **form.cleaned_data,
                }
                self._attempt(request, lambda: action(changeset, **values), str(done))  # noqa: B023 - called at once
                break
        return True

    def _attempt(self, request: HttpRequest, act: Callable[[], ReviewResult], done: str) -> None:
        """Carry out an action, and say how many drafts it changed and which it left, with the reasons."""
        try:
            result = act()
        except publishing.Conflict as conflict:
            messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
            return
        except InvalidInput as error:
            messages.error(request, error.faults[0].message)
            return
        tell_result(request, result, done)

    def _publish(self, request: HttpRequest, changeset: Changeset, seen: str) -> None:
        try:
            release, left = changeset_publication.publish_changeset(changeset, by=current_user(request), seen=seen)
        except publishing.Conflict as conflict:
            messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
        except Refused as refused:
            messages.error(request, str(refused))
        else:
            messages.success(request, published_message(release))
            for one in left[:MAX_NAMED]:
                messages.warning(request, f"{one.draft.title}: {one.reason}")

    # -- pages ---------------------------------------------------------------------------------------------------------

    def _render(self, request: HttpRequest, changeset: Changeset, **forms_: Any) -> HttpResponse:
        drafts = changesets.changeset_drafts(changeset)
        rows = changeset.rows.select_related("record", "by", "until", "since")
        games = permissions.visible_games(request.user)
        visible = permissions.limit_to_games(rows, games, "record__game").order_by("-since", "game", "kind", "slug")
        shown = Paginator(visible, ROWS_PER_PAGE).get_page(request.GET.get("page"))
        page_rows = changesets.changeset_rows(list(shown))
        checked = drafts if len(drafts) <= MAX_CHECKED else [row.revision for row in page_rows if not row.is_published]
        faults = changeset_review.faults_of_drafts(checked, DraftAction.SENT) if checked else {}
        forms_["form"].initial["seen"] = changesets.changeset_token(drafts)
        counted: Any = Changeset.objects.counted().get(pk=changeset.pk)
        return self._page(
            request,
            "changeset",
            changeset.title,
            changeset=changeset,
            counted=counted,
            state=changeset_state(counted),
            seen=changesets.changeset_token(drafts),
            rows=[self._shown(request, row, faults) for row in page_rows],
            shown=shown,
            unfolded=len(page_rows) <= MAX_OPEN_ROWS,
            of_others=rows.count() - shown.paginator.count,
            faulty=len(faults),
            unchecked=len(drafts) > MAX_CHECKED,
            sampled=counted.in_review >= changeset_review.MIN_SAMPLED,
            since=_changed_since(changeset),
            reverts=changeset.reverts,
            reverted_by=changeset.reverted_by.order_by("pk"),
            notes=changeset.notes.select_related("by"),
            may_write=_may_write(request, changeset),
            may_publish=permissions.may_publish(request.user),
            **forms_,
        )

    def _shown(self, request: HttpRequest, row: ChangesetRow, faults: dict[int, list[str]]) -> ShownRow:
        revision = row.revision
        record = revision.record
        return ShownRow(
            row,
            document_rows(row.document_before, revision.document),
            faults.get(revision.pk, []),
            admin_url(record, "history") if row.is_published else review_url(revision),
            not row.is_published and permissions.may_write(request.user, record.game, record.document_type),
        )

    def _find(self, request: HttpRequest, pk: int) -> Changeset:
        if not self.has_view_permission(request):
            raise PermissionDenied
        changeset = self.get_queryset(request).select_related("by", "reverts").filter(pk=min(pk, MAX_KEY)).first()
        if changeset is None:
            raise Http404("There is no such changeset.")
        return changeset

    def _check_write(self, request: HttpRequest, changeset: Changeset) -> None:
        if not _may_write(request, changeset):
            raise PermissionDenied

    def _page(self, request: HttpRequest, template: str, title: str, **context: Any) -> HttpResponse:
        answer = render_page(self, request, template, title, **context)
        named = (context.get(key) for key in ("form", "note", "title_form"))
        answer.status_code = 400 if any(form is not None and form.errors for form in named) else 200
        return answer


REVIEW_ACTIONS: dict[str, tuple[Callable[..., ReviewResult], Any]] = {
    "_submit": (changeset_review.submit_rows, _("put up for review")),
    "_approve": (changeset_review.approve_rows, _("approved")),
    "_return": (changeset_review.return_rows, _("sent back")),
    "_withdraw": (changeset_review.withdraw_rows, _("withdrawn from review")),
    "_discard": (changeset_publication.discard_rows, _("discarded")),
}
"""The actions of the review by the names of their buttons, with what is said of the drafts afterwards."""


def changeset_url(changeset: Changeset) -> str:
    return reverse("admin:catalog_changeset_change", args=[changeset.pk])


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the changesets that wait for a user's review, as a pair of text and address; empty if there are none."""
    if not permissions.may_view(user, Changeset):
        return []
    waiting = permissions.limit_to_games(
        Revision.objects.drafts().filter(stage=Stage.REVIEW).exclude(by=user),
        permissions.visible_games(user),
        "record__game",
    )
    number = waiting.exclude(changeset=None).values("changeset").distinct().count()
    if not number:
        return []
    message = gettext("Changesets that wait for your review: {number}").format(number=number)
    return [(message, f"{reverse('admin:catalog_changeset_changelist')}?state={ChangesetState.REVIEW}")]


def _may_write(request: HttpRequest, changeset: Changeset) -> bool:
    """Return whether a user may write some of the documents of a changeset."""
    kinds = changeset.rows.order_by().values_list("record__game", "record__document_type").distinct()
    return any(permissions.may_write(request.user, game, document_type) for game, document_type in kinds)


def _ticked(request: HttpRequest) -> set[int]:
    return {int(key) for key in request.POST.getlist("row") if key.isdecimal() and len(key) < 19}


def _changed_since(changeset: Changeset) -> QuerySet[Revision]:
    """Return the published rows that later releases have changed, the first of them by name."""
    ended = changeset.rows.filter(until__isnull=False).select_related("record", "until")
    return ended.order_by("kind", "slug")[:ROWS_PER_PAGE]
