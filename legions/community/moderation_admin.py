"""The moderation pages of the admin: open reports, and decisions.

Only `moderation` writes here; it stores the author and the reason of each decision.
"""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from catalog.admin.changelist import ChoiceFilter
from catalog.admin.mixins import ListTitleMixin, ReadOnlyMixin
from catalog.admin.role_badges import RoleBadgeMixin, account_with_badge
from catalog.permissions import current_user
from legions.community import comment_services, moderation
from legions.community.models import About, Decision, Report, Silence, Subject
from legions.community.moderation import AlreadyDecided, Do, ReportTarget
from legions.permissions import may_moderate
from legions.site.errors import ActionRefused
from legions.site.form_fields import CleanLinesField

MAX_SHOWN = 50
PERMANENT = "0"
SILENCE_CHOICES = [
    ("", gettext_lazy("No")),
    ("7", gettext_lazy("For 7 days")),
    ("30", gettext_lazy("For 30 days")),
    ("365", gettext_lazy("For a year")),
    (PERMANENT, gettext_lazy("For good")),
]
DECISION_TITLES = {
    About.COMMENT: gettext_lazy("Decide about a comment"),
    About.LEGION: gettext_lazy("Decide about a list"),
    About.PERSON: gettext_lazy("Decide about a person"),
    About.ADVENTURE: gettext_lazy("Decide about an adventure"),
}
COMMENT_ACTIONS = {
    Do.HIDE: gettext_lazy("Hide it. Only its author sees it, and gets the reason."),
    Do.RESTORE: gettext_lazy("Show it again."),
    Do.DECLINE: gettext_lazy("Leave it as it is."),
}
LEGION_ACTIONS = {
    Do.HIDE: gettext_lazy("Remove it from the public lists. Its link still works; its owner gets the reason."),
    Do.RESTORE: gettext_lazy("Allow it in the public lists again. Its owner has to publish it."),
}
PROFILE_ACTIONS = {
    Do.HIDE: gettext_lazy("Hide the name and the page. The person gets the reason."),
    Do.RESTORE: gettext_lazy("Show the name and the page again."),
}

ADVENTURE_ACTIONS = {
    Do.HIDE: gettext_lazy("Hide it. Its link leads nowhere, and its owner gets the reason."),
    Do.RESTORE: gettext_lazy("Show it again under its link."),
}
ACTIONS = {About.LEGION: LEGION_ACTIONS, About.PERSON: PROFILE_ACTIONS, About.ADVENTURE: ADVENTURE_ACTIONS}
"""The actions that are worded differently than for a comment."""


class DecisionForm(forms.Form):
    """The form for a decision and its reason."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    do = forms.ChoiceField(label=gettext_lazy("What to do"), widget=forms.RadioSelect)
    silent = forms.ChoiceField(
        label=gettext_lazy("May its author go on commenting?"), choices=SILENCE_CHOICES, required=False
    )
    why = CleanLinesField(
        label=gettext_lazy("Why"),
        max_length=moderation.MAX_REASON_LENGTH,
        help_text=gettext_lazy("Saved with the decision and shown to the person concerned."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, target: ReportTarget, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"seen": moderation.newest_decision(target)}
        super().__init__(*args, **kwargs)
        words = COMMENT_ACTIONS | ACTIONS.get(About(target.about), {})
        one = Do.RESTORE if target.hidden else Do.HIDE
        cast("forms.ChoiceField", self.fields["do"]).choices = [
            (one.value, words[one]),
            (Do.DECLINE.value, words[Do.DECLINE]),
        ]
        silent = [("", _("As it is")), *SILENCE_CHOICES[1:]]
        if silence := target.owner and comment_services.silence_of(target.owner):
            silent.append((Do.LET_SPEAK.value, _("Let them comment again")))
            self.fields["silent"].help_text = _silenced(silence)
        cast("forms.ChoiceField", self.fields["silent"]).choices = silent

    def clean_do(self) -> str:
        """Return the decision, if it is possible now."""
        do: str = self.cleaned_data["do"]
        if do not in Do.values:
            raise ValidationError(_("Choose what to do."))
        return do


def _silenced(silence: Silence) -> str:
    """Return a sentence with the end of a silence and its reason."""
    if silence.until is None:
        return _("They may not comment: {why}").format(why=silence.why)
    return _("They may not comment until {day}: {why}").format(day=date_format(silence.until), why=silence.why)


class WaitingFilter(ChoiceFilter):
    """A filter for open and decided reports."""

    title, parameter_name = gettext_lazy("state"), "state"

    def values(self) -> list[tuple[str, str]]:
        return [("decided", _("decided")), ("all", _("all"))]

    def choices(self, changelist: Any) -> Any:
        """Return the choices with “waiting” in place of “all”, because the page is for open reports."""
        offered = list(super().choices(changelist))
        offered[0]["display"] = _("waiting")
        return offered

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "all":
            return queryset
        return queryset.filter(decision__isnull=self.value() != "decided")


class ModerationAdmin(ListTitleMixin, ReadOnlyMixin, admin.ModelAdmin):
    """A read-only list for moderators."""

    actions = None
    list_display_links = None
    list_per_page = MAX_SHOWN

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may moderate."""
        return may_moderate(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may view the list; single rows have no pages, since the page of the object shows
        all.
        """
        return obj is None and self.has_module_permission(request)


class ReportAdmin(RoleBadgeMixin, ModerationAdmin):
    """The reports, open ones by default."""

    list_display = ("thing", "what", "reason", "who", "made_at", "decided")
    list_filter = (WaitingFilter, "about", "reason")
    list_select_related = ("by", "decision", "comment", "legion", "person", "adventure")
    ordering = ("-pk",)

    def get_urls(self) -> list[Any]:
        decide = self.admin_site.admin_view(self.decide)
        return [path("about/<str:about>/<str:pk>/", decide, name="legions_report_decide"), *super().get_urls()]

    @admin.display(description=gettext_lazy("Reported"))
    def thing(self, report: Report) -> SafeString | str:
        """Return a link to the decision page of the subject."""
        return _linked(report, f"{capfirst(report.get_about_display())} {report.pk}")

    @admin.display(description=gettext_lazy("Text"))
    def what(self, report: Report) -> str:
        """Return the beginning of the reported text."""
        return Truncator(report.said).chars(80)

    @admin.display(description=gettext_lazy("Decided"))
    def decided(self, report: Report) -> str:
        """Return the decision as text, or a note that the report is still open."""
        return str(report.decision) if report.decision else _("waits")

    def decide(self, request: HttpRequest, about: str, pk: str) -> HttpResponse:
        """Show an object with all reports and decisions about it, and decide."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        target = find_target(about, pk)
        if target is None:
            raise Http404("There is no such thing.")
        form = DecisionForm(target, request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid() and self._done(request, target, form):
            return HttpResponseRedirect(reverse("admin:legions_report_changelist"))
        context = {
            **self.admin_site.each_context(request),
            "title": DECISION_TITLES[About(about)],
            "opts": self.opts,
            "target": target,
            "form": form,
            "reports": target.reports().select_related("by", "decision").order_by("-pk")[:MAX_SHOWN],
            "decisions": target.decisions().select_related("by").order_by("-pk")[:MAX_SHOWN],
            "others": related_decisions(target),
        }
        status = 400 if form.errors else 200
        return TemplateResponse(request, "admin/legions/decide.html", context, status=status)

    def _done(self, request: HttpRequest, target: ReportTarget, form: DecisionForm) -> bool:
        """Apply the form and return whether it was applied; otherwise the form has the reason as an error."""
        data = form.cleaned_data
        days = int(data["silent"]) if data["silent"].isdigit() else None
        try:
            with transaction.atomic():
                moderation.decide_target(
                    by=current_user(request),
                    target=target,
                    seen=data["seen"],
                    do=data["do"],
                    why=data["why"],
                    silent_days=days,
                )
                if data["silent"] == Do.LET_SPEAK:
                    moderation.lift_silence(by=current_user(request), target=target, why=data["why"])
        except AlreadyDecided:
            form.add_error(
                None, _("Another moderator decided in the meantime, as you see below. Look again, then decide.")
            )
            form.data = cast("QueryDict", form.data).copy()
            form.data["seen"] = str(moderation.newest_decision(target))
        except ActionRefused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Decided. The reason is saved."))
            return True
        return False


class DecisionAdmin(RoleBadgeMixin, ModerationAdmin):
    """The decisions of moderators."""

    list_display = ("at", "do", "thing", "whose", "why", "who")
    list_filter = ("do", "about")
    people = ("whom", "by")
    list_select_related = ("whom", "by")
    ordering = ("-pk",)

    @admin.display(description=gettext_lazy("About"))
    def thing(self, decision: Decision) -> SafeString | str:
        """Return a link to the decision page of the subject."""
        return _linked(decision, capfirst(decision.get_about_display()))

    @admin.display(description=gettext_lazy("whose it is"), ordering="whom__username")
    def whose(self, decision: Decision) -> SafeString | None:
        """Return the owner of the subject."""
        return account_with_badge(decision.whom)


def _linked(subject: Subject, text: str) -> SafeString | str:
    """Return a text linked to the decision page of a subject, or without a link if it was deleted."""
    pk = getattr(subject, f"{subject.about}_id")
    if not pk:
        return _("{thing}, gone").format(thing=text)
    return format_html('<a href="{}">{}</a>', decide_address(subject.about, pk), text)


def decide_address(about: str, pk: Any) -> str:
    return reverse("admin:legions_report_decide", args=[about, pk])


def find_target(about: str, pk: str) -> ReportTarget | None:
    """Return the object of an address, or None for an invalid one."""
    try:
        return ReportTarget.find(about, pk)
    except (ValueError, ValidationError, OverflowError):
        return None


def related_decisions(target: ReportTarget) -> QuerySet[Decision]:
    """Return the other decisions about the same person."""
    if target.owner is None:
        return Decision.objects.none()
    found = Decision.objects.filter(whom=target.owner).exclude(pk__in=target.decisions().values("pk"))
    return found.select_related("by").order_by("-pk")[:MAX_SHOWN]
