"""The audit log, to search and to read."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from catalog import canonical
from catalog.models import AuditEntry

from .looking import LookOnly

OPERATOR = "—"
LONGEST = 20_000


class AuditAdmin(LookOnly, admin.ModelAdmin):
    """Who did what, when, to what, and in which request."""

    actions = None
    list_display = ("when", "who", "what", "of", "request")
    list_display_links = ("when",)
    list_filter = ("what",)
    list_per_page = 100
    search_fields = ("what", "of", "=request", "=by")
    search_help_text = "Part of what was done or of what it was done to, or the number of an account or of a request"
    show_full_result_count = False
    fields = ("when", "who", "what", "of", "before_in_words", "after_in_words", "request")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        names = get_user_model().objects.filter(pk=OuterRef("by")).values("username")
        return super().get_queryset(request).annotate(name=Subquery(names))

    @admin.display(description="When (UTC)", ordering="pk")
    def when(self, one: AuditEntry) -> str:
        """The moment, to the second."""
        return f"{one.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description="Who", ordering="by")
    def who(self, one: Any) -> str:
        """Whose account it is: its name today and its number, or the number alone when it is gone."""
        if one.by is None:
            return OPERATOR
        return f"{one.name} ({one.by})" if one.name else f"account {one.by}, gone"

    @admin.display(description="Before")
    def before_in_words(self, one: AuditEntry) -> str:
        """What it was before."""
        return _shown(one.before)

    @admin.display(description="After")
    def after_in_words(self, one: AuditEntry) -> str:
        """What it is since."""
        return _shown(one.after)


def _shown(value: Any) -> str:
    return "" if value is None else canonical.pretty(value)[:LONGEST]
