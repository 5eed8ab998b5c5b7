"""The audit log, searchable and read-only.

Actions are stored in English, for programs, and shown in the user's language. Apps above the catalog name their own
actions in their `admin` module (`name`).
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from catalog import audit, permissions
from catalog.admin.audit_queries import MAX_LISTED, MAX_SEARCHED, AuditFilter, containing, newest
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.saved_filters import SavedFiltersMixin
from catalog.documents import canonical
from catalog.extensions import catalog_extensions
from catalog.models import AuditEntry
from catalog.tables import file_formats

OPERATOR = "—"
MAX_KEY = 2**63 - 1
MAX_DIGITS = 19
"""A number with fewer digits fits a key."""
EXPORTED = (
    gettext_noop("When (UTC)"),
    gettext_noop("Account"),
    gettext_noop("Username"),
    gettext_noop("Action"),
    gettext_noop("Object"),
    gettext_noop("Request"),
)
"""The headings of an export."""
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
    "doubles merged": _("doubles merged"),
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


class AuditFilterForm(forms.Form):
    """The conditions on the entries of the list; every one may stay empty."""

    q = forms.CharField(
        max_length=100,
        required=False,
        strip=True,
        label=_("Search"),
        help_text=_("Part of an action or its object, or the number of an account or request"),
    )
    person = forms.CharField(
        max_length=150,
        required=False,
        label=_("Person"),
        help_text=_("A username, or the number of an account, also of a deleted one"),
    )
    first = forms.DateField(required=False, label=_("From day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(required=False, label=_("To day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    about = forms.CharField(
        max_length=audit.MAX_OBJECT_LENGTH,
        required=False,
        label=_("Object"),
        help_text=_("As the entries name it, such as attack-wing/card/wraith, changeset 3 or contribution 7"),
    )
    what = forms.ChoiceField(required=False, label=_("Action"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        labels = sorted(((action, str(label)) for action, label in action_labels().items()), key=lambda pair: pair[1])
        cast("forms.ChoiceField", self.fields["what"]).choices = [("", _("every action")), *labels]

    def clean_person(self) -> int | None:
        """Return the number of the account; None without one."""
        text = self.cleaned_data["person"].strip()
        if not text:
            return None
        if text.isdecimal():
            return min(int(text), MAX_KEY) if len(text) < MAX_DIGITS else MAX_KEY
        found: int | None = get_user_model().objects.filter(username=text).values_list("pk", flat=True).first()
        if found is None:
            raise forms.ValidationError(
                _("There is no account of this name. Of a deleted one there is only the number.")
            )
        return found

    def clean(self) -> dict[str, Any]:
        """Check that the days are in order."""
        values = super().clean() or {}
        first, last = values.get("first"), values.get("last")
        if first and last and last < first:
            self.add_error("last", gettext("It is before the first day."))
        return values

    @property
    def conditions(self) -> AuditFilter:
        """The conditions of a valid form."""
        values = self.cleaned_data
        return AuditFilter(values["person"], values["first"], values["last"], values["about"], values["what"])


class AuditConditions(admin.ListFilter):
    """The conditions of the form above the list. A form with faults leaves no entries."""

    title = _("conditions")
    parameters = ("person", "first", "last", "about", "what")

    def __init__(self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any) -> None:
        super().__init__(request, params, model, model_admin)
        for name in self.parameters:
            if name in params:
                self.used_parameters[name] = params.pop(name)[-1]
        self.form = AuditFilterForm(request.GET)

    def has_output(self) -> bool:
        return True

    def choices(self, changelist: Any) -> Iterator[Any]:
        return iter(())

    def expected_parameters(self) -> list[str | None]:
        return list(self.parameters)

    def queryset(self, request: HttpRequest, queryset: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        return self.form.conditions.apply(queryset) if self.form.is_valid() else queryset.none()


class BoundedPaginator(Paginator):
    """A paginator of the newest entries, which counts no further than `MAX_LISTED`."""

    @cached_property
    def count(self) -> int:
        found: Any = self.object_list
        number: int = found.order_by()[:MAX_LISTED].count()
        return number


class AuditAdmin(SavedFiltersMixin, ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The read-only list of audit entries, newest first, and its export."""

    actions = None
    list_display = ("when", "who", "deed", "of_what", "request")
    list_display_links = ("when",)
    list_filter = (AuditConditions,)
    list_per_page = 100
    list_max_show_all = 0
    ordering = ("-at", "-pk")
    paginator = BoundedPaginator
    search_fields = ("what", "of", "=request", "=by")
    show_full_result_count = False
    sortable_by = ()
    fields = ("when", "who", "deed", "of_what", "before_in_words", "after_in_words", "request")
    readonly_fields = fields

    def get_urls(self) -> list[URLPattern]:
        export = self.admin_site.admin_view(self.export)
        return [path("export/", export, name="catalog_auditentry_export"), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        names = get_user_model().objects.filter(pk=OuterRef("by")).values("username")
        return super().get_queryset(request).annotate(name=Subquery(names))

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        """Search the newest entries, and the labels of actions in addition to their stored names."""
        search = search_term.casefold().strip()
        if not search:
            return queryset, False
        actions = [what for what, words in action_labels().items() if search in str(words).casefold()]
        condition = Q(what__icontains=search) | Q(of__icontains=search) | Q(request=search) | Q(what__in=actions)
        if search.isdecimal() and len(search) < MAX_DIGITS:
            condition |= Q(by=int(search))
        return containing(queryset, condition), False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer: Any = super().changelist_view(request, extra_context)
        changes = getattr(answer, "context_data", {}).get("cl")
        if changes is not None:
            spec = next(one for one in changes.filter_specs if isinstance(one, AuditConditions))
            answer.context_data |= {"conditions": spec.form, "most": MAX_LISTED, "searched": MAX_SEARCHED}
        return cast("HttpResponse", answer)

    def export(self, request: HttpRequest) -> HttpResponse:
        """Return the entries of the list as CSV, at most `MAX_LISTED`; refuse conditions with faults."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        form = AuditFilterForm(request.GET)
        if not form.is_valid():
            return HttpResponseRedirect(f"{reverse('admin:catalog_auditentry_changelist')}?{request.GET.urlencode()}")
        found, _double = self.get_search_results(
            request, form.conditions.apply(self.get_queryset(request)), form.cleaned_data["q"]
        )
        header = [gettext(title) for title in EXPORTED]
        rows = [
            (f"{at:%Y-%m-%dT%H:%M:%SZ}", str(by or ""), name or "", what, of, number)
            for at, by, name, what, of, number in cast("Any", newest(found, MAX_LISTED)).values_list(
                "at", "by", "name", "what", "of", "request"
            )
        ]
        answer = HttpResponse(file_formats.write(header, rows, "csv"), content_type=file_formats.FORMATS["csv"])
        answer["Content-Disposition"] = 'attachment; filename="audit.csv"'
        return answer

    @admin.display(description=_("When (UTC)"))
    def when(self, entry: AuditEntry) -> str:
        return f"{entry.at:%Y-%m-%d %H:%M:%S}"

    @admin.display(description=_("Who"))
    def who(self, entry: Any) -> str:
        """The current name and number of the account, or its number alone if the account is deleted."""
        if entry.by is None:
            return OPERATOR
        return f"{entry.name} ({entry.by})" if entry.name else gettext("account {number}, gone").format(number=entry.by)

    @admin.display(description=_("What"))
    def deed(self, entry: AuditEntry) -> str:
        return action_label(entry.what)

    @admin.display(description=_("To what"))
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


def audit_address(user: Any, *, about: str = "", person: int | None = None) -> str:
    """Return the address of the entries about an object or of a person; `""` for users who may not see the log."""
    if not permissions.may_view(user, AuditEntry):
        return ""
    query = urlencode({"about": about} if about else {"person": str(person)})
    return f"{reverse('admin:catalog_auditentry_changelist')}?{query}"


def _format_state(value: Any) -> SafeString:
    return SafeString() if value is None else format_html("<pre>{}</pre>", canonical.pretty(value)[:MAX_STATE_LENGTH])
