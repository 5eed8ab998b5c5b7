"""The read-only list of releases, newest first."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from catalog import publishing
from catalog.admin.difference_table import document_rows
from catalog.admin.labels import admin_url
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.models import Release

MAX_SHOWN = 200
MAX_DETAILED = 30
"""The number of documents of a release that are shown with their differences; the others are only named."""


class ReleaseAdmin(RoleBadgeMixin, ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The list of releases: number, date, author and reason."""

    list_display = ("number", "published_at", "who", "why", "documents")
    list_display_links = ("number",)
    list_select_related = ("by",)
    search_fields = ("why",)
    fields = ("number", "published_at", "by", "why")
    change_form_template = "admin/catalog/release.html"
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Release]:
        return super().get_queryset(request).annotate(documents=Count("brought"))

    @admin.display(description=_("Documents"), ordering="documents")
    def documents(self, release: Any) -> int:
        """The number of documents that the release changed."""
        return release.documents

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Add the changed documents to the page of a release."""
        release = Release.objects.filter(number=object_id).first() if object_id.isdecimal() else None
        released = changed_documents(release) if release else []
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "released": released})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return False


def changed_documents(release: Release) -> list[dict[str, Any]]:
    """Return the documents that a release changed: differences of values and sources, and all reasons given."""
    revisions = list(release.brought.select_related("record", "by").order_by("kind", "slug")[:MAX_SHOWN])
    ended = release.ended.filter(record__in=[one.record_id for one in revisions])
    former = {one.record_id: one.document for one in ended}
    rows = []
    for place, one in enumerate(revisions):
        before, whole = former.get(one.record_id), place < MAX_DETAILED
        rows.append(
            {
                "revision": one,
                "history": admin_url(one.record, "history"),
                "new": before is None,
                "differences": document_rows(before, one.document) if before and whole else [],
                "said": [state for state in publishing.revision_actions(one) if state.why] if whole else [],
            }
        )
    return rows
