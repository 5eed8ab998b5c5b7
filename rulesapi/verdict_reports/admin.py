"""Admin of verdict reports: the verdict then and now, and a draft of a conformance case."""

from typing import Any

from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import audit, permissions
from catalog.admin.mixins import GameScopedMixin, ListTitleMixin, ReadOnlyMixin
from catalog.documents import canonical
from catalog.documents.errors import InvalidInput
from rulesapi.judging import conformance_cases
from rulesapi.models import WrongVerdict
from rulesapi.translation import finding_message
from rulesapi.verdict_reports import report_service


class WrongVerdictAdmin(ListTitleMixin, GameScopedMixin, ReadOnlyMixin, admin.ModelAdmin):
    """Verdict reports, for curators and admins. Only their state can be changed."""

    list_display = ("__str__", "code", "note", "release", "made_at", "state")
    list_filter = ("state", "game")
    search_fields = ("code", "note", "digest")
    fields = (
        "expected",
        "code",
        "note",
        "then",
        "now",
        "by_newest",
        "laid_out",
        "case",
        "digest",
        "made_at",
        "state",
    )
    readonly_fields = fields
    actions = ("was_wrong", "was_right")
    games_visible_to = staticmethod(permissions.curated_games)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_responsible(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _is_responsible(request.user, obj)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Set the page title to the model's name."""
        title = capfirst(self.opts.verbose_name)
        return super().change_view(request, object_id, form_url, {"title": title, **(extra_context or {})})

    def get_urls(self) -> list[Any]:
        own = self.admin_site.admin_view(self.draft)
        return [path("<int:pk>/case.json", own, name="rulesapi_wrongverdict_case"), *super().get_urls()]

    @admin.action(description=_("The verdict was wrong"), permissions=["view"])
    def was_wrong(self, request: HttpRequest, queryset: QuerySet[WrongVerdict]) -> None:
        """Mark the verdicts as wrong and to be fixed."""
        self._set_state(request, queryset, WrongVerdict.State.WRONG)

    @admin.action(description=_("The verdict was right"), permissions=["view"])
    def was_right(self, request: HttpRequest, queryset: QuerySet[WrongVerdict]) -> None:
        """Mark the verdicts as right."""
        self._set_state(request, queryset, WrongVerdict.State.RIGHT)

    def _set_state(self, request: HttpRequest, queryset: QuerySet[WrongVerdict], state: str) -> None:
        with transaction.atomic():
            answered = list(queryset.select_for_update())
            for one in answered:
                one.state = state
                audit.log_action("report answered", by=request.user, of=f"report {one.pk}", after={"state": state})
            WrongVerdict.objects.bulk_update(answered, ["state"])
        number = len(answered)
        message = ngettext("{number} report answered: {answer}.", "{number} reports answered: {answer}.", number)
        messages.success(request, message.format(number=number, answer=WrongVerdict.State(state).label))

    def draft(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Return a draft of a conformance case as a download."""
        one = WrongVerdict.objects.filter(pk=pk).first()
        if one is None or not _is_responsible(request.user, one):
            raise Http404
        try:
            text = conformance_cases.file_text(report_service.case_draft(one))
        except InvalidInput as error:
            raise Http404(error.faults[0].message) from error
        name = (one.code or one.game).replace("/", "-")
        headers = {"Content-Disposition": f'attachment; filename="{name}-draft.json"', "Cache-Control": "no-store"}
        return HttpResponse(text, content_type="application/json", headers=headers)

    @admin.display(description=_("Release"))
    def release(self, report: WrongVerdict) -> int:
        return int(report.legion["release"])

    @admin.display(description=_("Verdict then"))
    def then(self, report: WrongVerdict) -> SafeString:
        """Return the verdict at the time of the report."""
        return _verdict_summary(report.verdict)

    @admin.display(description=_("Verdict now, by that release"))
    def now(self, report: WrongVerdict) -> SafeString | str:
        """Return the current verdict by the release of the report."""
        return _outcome_line(report, newest=False)

    @admin.display(description=_("Verdict now, by the newest release"))
    def by_newest(self, report: WrongVerdict) -> SafeString | str:
        """Return the current verdict by the newest release."""
        return _outcome_line(report, newest=True)

    @admin.display(description=_("List"))
    def laid_out(self, report: WrongVerdict) -> SafeString:
        """Return the legion's document as preformatted text."""
        return format_html("<pre>{}</pre>", canonical.pretty(report.legion))

    @admin.display(description=_("Conformance case"))
    def case(self, report: WrongVerdict) -> SafeString:
        """Return a link to a draft of a case."""
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:rulesapi_wrongverdict_case", args=[report.pk]),
            gettext("Download a draft"),
        )


def _is_responsible(user: Any, report: WrongVerdict | None = None) -> bool:
    """Return whether a user may review reports, or this report if one is given."""
    if not (user.is_active and user.is_staff):
        return False
    if not user.is_superuser and permissions.roles_of(user).isdisjoint({permissions.CURATOR, permissions.ADMIN}):
        return False
    return report is None or permissions.curates_game(user, report.game)


def _outcome_line(report: WrongVerdict, *, newest: bool) -> SafeString | str:
    try:
        return _verdict_summary(report_service.verdict_now(report, newest=newest))
    except InvalidInput as error:
        return error.faults[0].message


def _verdict_summary(verdict: dict[str, Any]) -> SafeString:
    """Return a verdict as one line, with its findings as a list below."""
    points = verdict["points"]["total"]
    if points is None:
        priced = gettext("points not known")
    else:
        priced = ngettext("{number} point", "{number} points", points).format(number=points)
    head = gettext("{verdict}, {points}, release {release}, rules {rules}").format(
        verdict=WrongVerdict.Outcome(verdict["verdict"]).label,
        points=priced,
        release=verdict["release"],
        rules=verdict["ruleset"],
    )
    findings = ((finding["code"], finding_message(finding)) for finding in verdict["findings"])
    return format_html("{}<ul>{}</ul>", head, format_html_join("", "<li><code>{}</code> {}</li>", findings))
