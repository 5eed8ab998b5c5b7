"""Upcoming releases: their drafts, previews and schedule."""

from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions, publishing
from catalog.admin import drafts
from catalog.admin.audit_log import audit_address
from catalog.admin.difference_table import document_rows
from catalog.admin.labels import admin_url
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.page_helpers import render_page
from catalog.admin.role_badges import RoleBadgeMixin
from catalog.admin.seen_forms import VersionForm
from catalog.admin.workflow_actions import MAX_REASON_LENGTH, published_message
from catalog.documents.errors import InvalidInput
from catalog.models.upcoming import UpcomingRelease, UpcomingState
from catalog.permissions import current_user
from catalog.publishing import previews, scheduling, upcoming_releases
from catalog.publishing.planning import PublicationPlan

TIME_ZONE_KEY = "admin_zone"
"""The session key for the curator's time zone."""
REFRESH_SECONDS = 2
"""The seconds after which a page with a running preview reloads."""


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """Return the names of the time zones to choose from."""
    return ("UTC", *sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/")))


class BeginForm(forms.Form):
    """The reason for a release."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH, label=_("What for"), help_text=_("One line, published with the release.")
    )


class ScheduleForm(VersionForm):
    """The time of publication in the user's time zone."""

    due = forms.DateTimeField(
        label=_("Publish at"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(name, name) for name in zones()])

    def clean(self) -> dict[str, Any]:
        """Convert the local time to an aware datetime. Times that the zone's clock skips or repeats are refused."""
        values = super().clean() or {}
        if "due" not in values or "zone" not in values:
            return values
        zone = ZoneInfo(values["zone"])
        local = values["due"].replace(tzinfo=zone)
        back = local.astimezone(ZoneInfo("UTC")).astimezone(zone).replace(tzinfo=None)
        if back != local.replace(tzinfo=None) or local.utcoffset() != local.replace(fold=1).utcoffset():
            self.add_error("due", gettext("Clocks change at this time there. Choose another."))
        values["due"] = local
        return values


class UpcomingAdmin(RoleBadgeMixin, ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """The list of upcoming releases, visible to all users of the admin; only publishers change them."""

    actions = None
    list_display = ("why", "state", "due", "count", "who", "becomes")
    list_filter = ("state",)
    list_select_related = ("by", "release")
    search_fields = ("why",)
    show_full_result_count = False

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view
        return [
            path("begin/", page(self.begin), name="catalog_upcomingrelease_begin"),
            path("<int:pk>/change/", page(self.one), name="catalog_upcomingrelease_change"),
            *(one for one in super().get_urls() if one.name == "catalog_upcomingrelease_changelist"),
        ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[UpcomingRelease]:
        return super().get_queryset(request).annotate(gathered=Count("drafts"))

    @admin.display(description=_("Publish at (UTC)"), ordering="due_at")
    def due(self, upcoming: UpcomingRelease) -> str:
        return f"{upcoming.due_at:%Y-%m-%d %H:%M}" if upcoming.due_at else ""

    @admin.display(description=_("Drafts"))
    def count(self, upcoming: Any) -> int:
        """The number of drafts in the release."""
        return upcoming.gathered

    @admin.display(description=_("Release"))
    def becomes(self, upcoming: UpcomingRelease) -> str:
        """The number of the published release."""
        return str(upcoming.release_id or "")

    def begin(self, request: HttpRequest) -> HttpResponse:
        """Create an upcoming release with all approved drafts."""
        if not permissions.may_publish(request.user):
            raise PermissionDenied
        form = BeginForm(request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            try:
                upcoming = upcoming_releases.create_upcoming(by=current_user(request), why=form.cleaned_data["why"])
            except InvalidInput as error:
                form.add_error("why", error.faults[0].message)
            else:
                return HttpResponseRedirect(upcoming_url(upcoming))
        return render_page(
            self,
            request,
            "upcoming_add",
            gettext("Begin a release"),
            form=form,
            ready=upcoming_releases.approved_drafts().count(),
        )

    def one(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show an upcoming release with its effects, or carry out the posted action."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        upcoming = UpcomingRelease.objects.select_related("by", "release").filter(pk=pk).first()
        if upcoming is None:
            raise Http404("There is no such release.")
        form = ScheduleForm(initial={"zone": zone_of(request)})
        if request.method == "POST":
            if not permissions.may_publish(request.user):
                raise PermissionDenied
            if "_schedule" in request.POST:
                form = ScheduleForm(request.POST)
            if self._apply(request, upcoming, form):
                return HttpResponseRedirect(upcoming_url(upcoming))
            upcoming.refresh_from_db()
        return self._render(request, upcoming, form)

    def _apply(self, request: HttpRequest, upcoming: UpcomingRelease, form: ScheduleForm) -> bool:
        """Carry out the posted action and add a message; return False if the form has errors to show."""
        seen_form = VersionForm(request.POST)
        change: dict[str, Any] = {
            "by": request.user,
            "seen": seen_form.cleaned_data["seen"] if seen_form.is_valid() else 0,
        }
        try:
            if "_schedule" in request.POST:
                if not form.is_valid():
                    return False
                request.session[TIME_ZONE_KEY] = form.cleaned_data["zone"]
                locale: dict[str, Any] = {
                    "site": f"{request.scheme}://{request.get_host()}",
                    "language": get_language(),
                }
                scheduling.schedule(upcoming, due_at=form.cleaned_data["due"], **locale, **change)
                messages.success(request, gettext("Scheduled. Its contents cannot be changed until then."))
            elif "_publish" in request.POST:
                release = upcoming_releases.publish_upcoming(upcoming, **change)
                messages.success(request, published_message(release))
            elif "_leave" in request.POST:
                number = request.POST["_leave"]
                upcoming_releases.exclude_draft(
                    upcoming, int(number) if number.isdecimal() and len(number) < 19 else 0, **change
                )
                messages.success(request, gettext("Left out. It stays approved."))
            else:
                self._simple(request, upcoming, change)
        except publishing.Conflict as conflict:
            messages.warning(request, f"{conflict} {gettext('This is the current state.')}")
        except upcoming_releases.ReleaseRefused as refused:
            messages.error(request, str(refused))
        return True

    def _simple(self, request: HttpRequest, upcoming: UpcomingRelease, change: dict[str, Any]) -> None:
        if "_gather" in request.POST:
            count = upcoming_releases.include_approved(upcoming, **change)
            message = ngettext("{number} draft taken in.", "{number} drafts taken in.", count)
            messages.success(request, message.format(number=count))
        elif "_unschedule" in request.POST:
            scheduling.unschedule(upcoming, **change)
            messages.success(request, gettext("It is no longer scheduled."))
        elif "_drop" in request.POST:
            upcoming_releases.discard_upcoming(upcoming, **change)
            messages.success(request, gettext("Dropped. Everything in it stays approved."))
        elif "_preview" in request.POST:
            previews.request_preview(upcoming, by=change["by"])
        elif "_cancel" in request.POST:
            previews.cancel_preview(upcoming, by=change["by"])

    def _render(self, request: HttpRequest, upcoming: UpcomingRelease, form: ScheduleForm) -> HttpResponse:
        found = upcoming_releases.included_drafts(upcoming)
        planned = upcoming_releases.release_plan(upcoming)
        preview = upcoming.previews.first()
        rows = _document_rows(planned, {draft.text: draft for draft in found}) if upcoming.ahead else []
        seen = [row for row in rows if permissions.may_see(request.user, row["draft"].game)]
        answer = render_page(
            self,
            request,
            "upcoming",
            upcoming.why,
            upcoming=upcoming,
            rows=seen,
            of_others=len(rows) - len(seen),
            same=planned.unchanged,
            formats=sum(change.document["kind"] == "format" for change in planned.changes),
            refusals=upcoming_releases.refusals(upcoming) if upcoming.ahead else [],
            ready=upcoming_releases.approved_drafts().count(),
            preview=preview,
            stale=preview is not None and upcoming.ahead and preview.mark != upcoming_releases.release_token(upcoming),
            summaries=previews.preview_results(preview) if preview else [],
            form=form,
            zone=zone_of(request),
            overdue=upcoming.state == UpcomingState.SCHEDULED and upcoming.due_at and upcoming.due_at < timezone.now(),
            may_publish=permissions.may_publish(request.user),
            audited=audit_address(request.user, about=upcoming_releases.audit_label(upcoming)),
        )
        answer.status_code = 400 if form.errors else 200
        if preview is not None and preview.at_work:
            answer.headers["Refresh"] = str(REFRESH_SECONDS)
        return answer


def zone_of(request: HttpRequest) -> str:
    """Return the time zone in which the user is shown times."""
    zone = request.session.get(TIME_ZONE_KEY, "UTC")
    return zone if zone in zones() else "UTC"


def upcoming_url(upcoming: UpcomingRelease) -> str:
    return reverse("admin:catalog_upcomingrelease_change", args=[upcoming.pk])


def waiting_items(user: Any) -> list[tuple[str, str]]:
    """Return the releases that were not published when due, as pairs of text and address."""
    if not permissions.may_view(user, UpcomingRelease):
        return []
    message = gettext("Release “{why}” was not published when it was due")
    return [(message.format(why=one.why), upcoming_url(one)) for one in scheduling.stopped_schedules()]


def _document_rows(planned: PublicationPlan, by_text: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a row for each document that a release would change, with its differences and its draft."""
    rows = []
    for change in planned.changes:
        draft = by_text[change.text]
        rows.append(
            {
                "draft": draft,
                "new": change.before is None,
                "differences": document_rows(change.before.document, change.document) if change.before else [],
                "review": drafts.review_url(draft),
                "history": admin_url(draft.record, "history"),
            }
        )
    return rows
