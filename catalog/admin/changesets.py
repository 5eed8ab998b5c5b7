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

from catalog import permissions, publishing
from catalog.admin import changeset_actions
from catalog.admin.audit_log import audit_address
from catalog.admin.changeset_forms import (
    AuthorFilter,
    NoteForm,
    ReasonForm,
    RevertForm,
    SampleForm,
    StateFilter,
    TitleForm,
)
from catalog.admin.difference_table import DifferenceRow, document_rows
from catalog.admin.drafts import review_url
from catalog.admin.labels import admin_url
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.page_helpers import render_page
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.admin.saved_filters import SavedFiltersMixin
from catalog.admin.seen_forms import ChangesetTokenForm
from catalog.documents.errors import InvalidInput
from catalog.documents.titles import document_title
from catalog.models import Changeset, Revision, Stage
from catalog.models.changesets import ChangesetState, changeset_state
from catalog.models.drafts import DraftAction
from catalog.permissions import current_user
from catalog.publishing import changeset_publication, changeset_review, changesets
from catalog.publishing.changesets import ChangesetRow

ROWS_PER_PAGE = 50
LIST_PAGES = tuple(f"catalog_changeset_{page}" for page in ("changelist", "savefilter", "deletefilter"))
"""The pages of Django's own and of saved filters that this list keeps."""
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


def _count_column(count: str, label: Any) -> Callable[[Any, Any], int]:
    """Return a column of the list with one of the counts of `ChangesetQuerySet.counted`."""

    @admin.display(description=label)
    def column(_admin: Any, changeset: Any) -> int:
        number: int = getattr(changeset, count)
        return number

    return column


class ChangesetAdmin(SavedFiltersMixin, RoleBadgeMixin, ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
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

    in_work = _count_column("in_work", _("in work"))
    in_review = _count_column("in_review", _("in review"))
    approved = _count_column("approved", _("approved"))
    published = _count_column("published", _("published"))

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view
        return [
            path("<int:pk>/change/", page(self.one), name="catalog_changeset_change"),
            path("<int:pk>/sample/", page(self.sample), name="catalog_changeset_sample"),
            path("<int:pk>/publish/", page(self.publish), name="catalog_changeset_publish"),
            path("<int:pk>/take-back/", page(self.take_back), name="catalog_changeset_revert"),
            *(one for one in super().get_urls() if one.name in LIST_PAGES),
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

    def one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show a changeset with its rows, checks and discussion, or carry out the posted action."""
        changeset = self._find(request, pk)
        form, note, title = ReasonForm(), NoteForm(), TitleForm(initial={"title": changeset.title})
        if request.method == "POST":
            self._check_write(request, changeset)
            form = ReasonForm(request.POST if "seen" in request.POST else None)
            note = NoteForm(request.POST if "_note" in request.POST else None)
            title = TitleForm(request.POST if "_rename" in request.POST else None, initial={"title": changeset.title})
            if changeset_actions.apply(request, changeset, form, note, title):
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
                changeset_actions.attempt(
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
        form = ChangesetTokenForm(request.POST or None, initial={"seen": changesets.changeset_token(drafts)})
        if request.method == "POST" and form.is_valid():
            changeset_actions.publish(request, changeset, form.cleaned_data["seen"])
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
            named=[draft.title for draft in approved[:ROWS_PER_PAGE]],
        )

    def take_back(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what taking back a published changeset would change, and put that up for review."""
        changeset = self._find(request, pk)
        self._check_write(request, changeset)
        if changeset_publication.is_too_large_to_revert(changeset):
            message = gettext(
                "More than {most} documents were published with it. On the server, “manage.py take_back {number}” "
                "takes them back."
            )
            messages.error(request, message.format(most=changeset_publication.MAX_REVERTED, number=changeset.pk))
            return HttpResponseRedirect(changeset_url(changeset))
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
            audited=audit_address(request.user, about=changesets.audit_label(changeset)),
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


def _changed_since(changeset: Changeset) -> QuerySet[Revision]:
    """Return the published rows that later releases have changed, the first of them by name."""
    ended = changeset.rows.filter(until__isnull=False).select_related("record", "until")
    return ended.order_by("kind", "slug")[:ROWS_PER_PAGE]
