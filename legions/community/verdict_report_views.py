"""Views to report a wrong verdict on the user's own or a shared list."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from catalog.api_base.problems import QueueFull
from catalog.documents.errors import InvalidInput
from legions.own_numbers.applied_numbers import legion_with_numbers, shown_with_numbers
from legions.saved_lists.lookup import own_legion_or_404
from legions.saved_lists.models import Legion
from legions.saved_lists.responses import redirect_to_trash, unknown_share_key
from legions.sharing.shared_list import SharedList
from legions.site import wording
from legions.site.form_fields import CleanTextField
from legions.site.responses import noindex
from legions.throttling import throttled_response
from rulesapi.verdict_reports import report_service

METHODS = ["GET", "HEAD", "POST"]
OUTCOME_CHOICES = [
    ("legal", gettext_lazy("Legal")),
    ("illegal", gettext_lazy("Illegal")),
    ("undetermined", gettext_lazy("Undetermined")),
]


class VerdictReportForm(forms.Form):
    """The form for the expected verdict and the wrong part of the shown one."""

    expected = forms.ChoiceField(
        label=gettext_lazy("Expected verdict"),
        choices=OUTCOME_CHOICES,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the verdict you expect.")},
    )
    code = forms.ChoiceField(label=gettext_lazy("The rule it is about"), required=False)
    note = CleanTextField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=report_service.MAX_NOTE_LENGTH,
        help_text=gettext_lazy("The page of the rulebook helps most."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    agreed = forms.BooleanField(
        label=gettext_lazy("Curators may store and see this list, without its name and notes"),
        error_messages={"required": gettext_lazy("Curators need the list to look into it. Agree, or go back.")},
    )

    def __init__(self, data: Any, shared: SharedList) -> None:
        """Build the form with the rules of the game, rules with findings first."""
        super().__init__(data)
        named = {finding["code"] for finding in shared.verdict.verdict["findings"]}
        listed = sorted(shared.verdict.rules, key=lambda rule: rule.code not in named)
        cast("forms.ChoiceField", self.fields["code"]).choices = [
            ("", _("None in particular")),
            *((rule.code, wording.translated(rule.title)) for rule in listed),
        ]


@never_cache
@require_http_methods(METHODS)
def report_own(request: HttpRequest, pk: Any) -> HttpResponse:
    """Show the form for a report on the verdict of the user's own list, and store the report."""
    legion = own_legion_or_404(request, pk)
    if legion.deleted_at:
        return redirect_to_trash(request, legion)
    return _ask(request, legion, legion_with_numbers(legion), f"/legions/{legion.pk}/")


@never_cache
@require_http_methods(METHODS)
def report_shared(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form for a report on the verdict of a shared list, and store the report."""
    legion = Legion.objects.by_share_key(key)
    if legion is None:
        return unknown_share_key(request, key)
    return noindex(_ask(request, legion, shown_with_numbers(legion), f"/s/{key}/"))


def _ask(request: HttpRequest, legion: Legion, document: dict[str, Any], back: str) -> HttpResponse:
    seen = SharedList(Legion(game=legion.game, document=document, shows_collection=True), own=False)
    form = VerdictReportForm(request.POST if request.method == "POST" else None, seen)
    if request.method == "POST":
        if waiting := throttled_response(request, "wrong-verdicts"):
            return waiting
        if form.is_valid() and _store_report(request, form, document):
            messages.success(request, _("Thank you. A curator will look at it."))
            return redirect(back)
    context = {"form": form, "shared": seen, "name": legion.name, "back": back}
    return render(request, "verdicts/report.html", context, status=400 if form.errors else 200)


def _store_report(request: HttpRequest, form: VerdictReportForm, document: dict[str, Any]) -> bool:
    values = {field: form.cleaned_data[field] for field in ("expected", "code", "note")}
    by = request.user if request.user.is_authenticated else None
    try:
        report_service.report_verdict(legion=document, by=by, **values)
    except InvalidInput as error:
        for problem in error.faults:
            form.add_error(problem.pointer[1:] if problem.pointer[1:] in values else None, problem.message)
    except QueueFull:
        form.add_error(None, _("So many reports wait already that no more are taken. Try again in some days."))
    return not form.errors
