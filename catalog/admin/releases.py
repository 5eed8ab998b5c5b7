"""The releases, newest first, to look at: nothing of a release can change."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from catalog.models import Release

from .labels import admin_url
from .mixins import ReadOnlyMixin
from .role_badges import RoleBadgeMixin

MAX_SHOWN = 200


class ReleaseAdmin(RoleBadgeMixin, ReadOnlyMixin, admin.ModelAdmin):
    """What was published, when, by whom and why."""

    list_display = ("number", "published_at", "who", "why", "documents")
    list_display_links = ("number",)
    list_select_related = ("by",)
    search_fields = ("why",)
    fields = ("number", "published_at", "by", "why", "changed_documents")
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Release]:
        return super().get_queryset(request).annotate(documents=Count("brought"))

    @admin.display(description=_("Documents"), ordering="documents")
    def documents(self, release: Any) -> int:
        """How many documents the release changed."""
        return release.documents

    @admin.display(description=_("Documents"))
    def changed_documents(self, release: Any) -> SafeString:
        """The documents that the release changed, each with the way to its history."""
        revisions = release.brought.select_related("record").order_by("kind", "slug")[:MAX_SHOWN]
        return format_html_join(
            ", ",
            '<a href="{}">{}</a>',
            ((admin_url(one.record, "history"), one.title) for one in revisions),
        )

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return False
