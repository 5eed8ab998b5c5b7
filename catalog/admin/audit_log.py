"""The audit log, searchable and read-only.

Actions are stored in English, for programs, and shown in the user's language. Apps above the catalog name their own
actions in their `admin` module (`name`).
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.documents import canonical
from catalog.extensions import catalog_extensions
from catalog.models import AuditEntry

OPERATOR = "—"
MAX_STATE_LENGTH = 20_000
_LABELS: dict[str, Any] = {
    "account changed": _("account changed"),
    "account made": _("account made"),
    "contribution asked about": _("contribution asked about"),
    "contribution decided": _("contribution decided"),
    "contributions undone": _("contributions undone"),
    "dispute opened": _("dispute opened"),
    "changeset begun": _("changeset begun"),
    "changeset discussed": _("changeset discussed"),
    "changeset published": _("changeset published"),
    "changeset renamed": _("changeset renamed"),
    "changeset taken back": _("changeset taken back"),
    "dispute ruled": _("dispute ruled"),
    "document moved": _("document moved"),
    "document published": _("document published"),
    "draft approved": _("draft approved"),
    "draft approved by sample": _("draft approved by sample"),
    "draft discarded": _("draft discarded"),
    "draft left out": _("draft left out"),
    "draft put up for review": _("draft submitted for review"),
    "draft saved": _("draft saved"),
    "draft sent back": _("draft sent back"),
    "draft taken back": _("draft withdrawn from review"),
    "fact confirmed": _("fact confirmed"),
    "fact not confirmed any more": _("fact not confirmed any more"),
    "picture added": _("picture added"),
    "picture changed": _("picture changed"),
    "picture withdrawn": _("picture withdrawn"),
    "preview asked for": _("preview asked for"),
    "preview cancelled": _("preview cancelled"),
    "release begun": _("release created"),
    "release dropped": _("release dropped"),
    "release gathered": _("release gathered"),
    "release published": _("release published"),
    "release scheduled": _("release scheduled"),
    "release stopped": _("release stopped"),
    "release unscheduled": _("release unscheduled"),
    "rights changed": _("rights changed"),
    "table begun": _("table uploaded"),
    "table brought in": _("table imported"),
    "table checked": _("table checked"),
    "table given up": _("table cancelled"),
    "table mended": _("table corrected"),
    "table received": _("table received"),
    "table refused": _("table refused"),
    "table taken out": _("table taken out"),
    "table taken up again": _("table taken up again"),
    "upcoming release published": _("upcoming release published"),
}


@cache
def action_labels() -> dict[str, Any]:
    """Return the labels of all actions by their stored name, including the actions of apps above the catalog."""
    labels = dict(_LABELS)
    for extension in catalog_extensions():
        labels |= extension.action_labels
    return labels


def action_label(action: str) -> str:
    """Return the label of an action in the active language; the stored name if it has no label."""
    return str(action_labels().get(action, action))


class ActionFilter(admin.AllValuesFieldListFilter):
    """A filter by action that shows labels."""

    def choices(self, changelist: Any) -> Iterator[Any]:
        for choice in super().choices(changelist):
            yield {**choice, "display": action_label(str(choice["display"]))}


class AuditAdmin(ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The read-only list of audit entries."""

    actions = None
    list_display = ("when", "who", "deed", "of_what", "request")
    list_display_links = ("when",)
    list_filter = (("what", ActionFilter),)
    list_per_page = 100
    search_fields = ("what", "of", "=request", "=by")
    search_help_text = _("Part of an action or its object, or the number of an account or request")
    show_full_result_count = False
    fields = ("when", "who", "deed", "of_what", "before_in_words", "after_in_words", "request")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        names = get_user_model().objects.filter(pk=OuterRef("by")).values("username")
        return super().get_queryset(request).annotate(name=Subquery(names))

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search the labels of actions in addition to the stored names."""
        found, double = super().get_search_results(request, queryset, search_term)
        search = search_term.casefold().strip()
        actions = [what for what, words in action_labels().items() if search and search in str(words).casefold()]
        return (found | queryset.filter(Q(what__in=actions)) if actions else found), double

    @admin.display(description=_("When (UTC)"), ordering="pk")
    def when(self, entry: AuditEntry) -> str:
        return f"{entry.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description=_("Who"), ordering="by")
    def who(self, entry: Any) -> str:
        """The current name and number of the account, or its number alone if the account is deleted."""
        if entry.by is None:
            return OPERATOR
        return f"{entry.name} ({entry.by})" if entry.name else gettext("account {number}, gone").format(number=entry.by)

    @admin.display(description=_("What"), ordering="what")
    def deed(self, entry: AuditEntry) -> str:
        return action_label(entry.what)

    @admin.display(description=_("To what"), ordering="of")
    def of_what(self, entry: AuditEntry) -> SafeString:
        """The key of the object of the action."""
        return format_html("<code>{}</code>", entry.of) if entry.of else SafeString()

    @admin.display(description=_("Before"))
    def before_in_words(self, entry: AuditEntry) -> SafeString:
        """The state before the action."""
        return _format_state(entry.before)

    @admin.display(description=_("After"))
    def after_in_words(self, entry: AuditEntry) -> SafeString:
        """The state after the action."""
        return _format_state(entry.after)


def _format_state(value: Any) -> SafeString:
    return SafeString() if value is None else format_html("<pre>{}</pre>", canonical.pretty(value)[:MAX_STATE_LENGTH])
