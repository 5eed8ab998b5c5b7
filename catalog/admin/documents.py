"""The admin of documents of one type: their list, and the URLs of all pages about one document."""

from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog.admin import (
    confirmations,
    document_editor,
    document_history,
    doubles,
    extension_remarks,
    pictures,
    workflow_actions,
)
from catalog.admin.changelist import (
    DocumentChangeList,
    GameFilter,
    KindFilter,
    SetFilter,
    StateFilter,
    shown_revision,
    with_revisions,
)
from catalog.admin.labels import state_label
from catalog.admin.mixins import GameScopedMixin, ListTitleMixin
from catalog.admin.saved_filters import SavedFiltersMixin
from catalog.models import Record


class DocumentAdmin(SavedFiltersMixin, ListTitleMixin, GameScopedMixin, admin.ModelAdmin):
    """The admin of sets, formats, house rules, rulings, adventures, references and games."""

    actions = None
    list_display: tuple[str, ...] = ("title", "game_slug", "state", "wanted", "changed")
    list_filter: ClassVar[tuple[Any, ...]] = (GameFilter, StateFilter)
    list_per_page = 50
    ordering = ("game", "slug")
    search_fields = ("slug",)
    search_help_text = _("Part of a name, class or slug")

    # -- the list

    @admin.display(description=_("Name"), ordering="slug")
    def title(self, record: Any) -> str:
        """The title of the draft or published revision."""
        return record.shown.title

    @admin.display(description=_("State"))
    def state(self, record: Any) -> str:
        """The state in the workflow."""
        return state_label(record.draft, record.in_force)

    @admin.display(description=_("Facts wanted"))
    def wanted(self, record: Any) -> str:
        """The number of facts that are not known."""
        count = len(record.shown.wanted)
        return "" if not count else ngettext("{number} fact", "{number} facts", count).format(number=count)

    @admin.display(description=_("Last changed"))
    def changed(self, record: Any) -> str:
        """The date of the last change and its author."""
        day = f"{record.shown.created_at:%Y-%m-%d}"
        return gettext("{day} by {who}").format(day=day, who=record.shown.by) if record.shown.by else day

    @admin.display(description=_("Kind"))
    def kind(self, record: Any) -> str:
        return record.shown.kind.replace("-", " ")

    @admin.display(description=_("Set"))
    def set_slug(self, record: Any) -> str:
        """The slug of the card's set."""
        return record.shown.set_slug or gettext("not known")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Record]:
        return with_revisions(super().get_queryset(request))

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[DocumentChangeList]:
        return DocumentChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Record], search_term: str
    ) -> tuple[QuerySet[Record], bool]:
        for word in search_term.split()[:10]:
            named = Q(name__icontains=word) | Q(slug__icontains=word) | Q(document__class__icontains=word)
            queryset = queryset.filter(shown_revision(named))
        return queryset, False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow the list's own filters only; Django refuses any other parameter."""
        return lookup in {one.parameter_name for one in self.list_filter}

    # -- what may be done

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid deletion: drafts are discarded and documents retired."""
        return False

    def page(self, address: str, view: Callable[..., HttpResponse], name: str) -> URLPattern:
        """Return the URL pattern of a view, restricted to staff."""
        wrapped = self.admin_site.admin_view(view)
        return path(address, wrapped, name=f"{self.opts.app_label}_{self.opts.model_name}_{name}")

    def get_urls(self) -> list[URLPattern]:
        page = self.page
        return [
            *(one for one in super().get_urls() if one.name and one.name.endswith(("_savefilter", "_deletefilter"))),
            page("", self.changelist_view, "changelist"),
            page("add/", partial(document_editor.add, self), "add"),
            page("<int:pk>/change/", partial(document_editor.change, self), "change"),
            page("<int:pk>/merge/", partial(doubles.merge, self), "merge"),
            page("<int:pk>/history/", partial(document_history.history, self), "history"),
            page("<int:pk>/state/<slug:key>/", partial(document_history.state_page, self), "state"),
            page("<int:pk>/json/<int:revision>/", partial(document_history.document, self), "json"),
            *(
                page(f"<int:pk>/{step.name}/", partial(workflow_actions.perform, self, step), step.name)
                for step in workflow_actions.ACTIONS.values()
            ),
        ]


class CardAdmin(DocumentAdmin):
    """The admin of cards of all kinds and games."""

    list_display = ("title", "kind", "game_slug", "set_slug", "state", "wanted", "changed")
    list_filter = (GameFilter, KindFilter, StateFilter, SetFilter)

    def get_urls(self) -> list[URLPattern]:
        return [
            self.page("remarks/", partial(extension_remarks.remarks_page, self), "remarks"),
            self.page("confirming/", partial(confirmations.overview, self), "confirming"),
            self.page("<int:pk>/confirm/", partial(confirmations.confirm_card, self), "confirm"),
            self.page("<int:pk>/pictures/", partial(pictures.pictures, self), "pictures"),
            self.page("<int:pk>/pictures/<int:number>/", partial(pictures.picture, self), "picture"),
            *super().get_urls(),
        ]
