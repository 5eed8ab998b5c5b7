"""Forms of the pages of a changeset, and the filters of the list."""

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import permissions
from catalog.admin.seen_forms import ChangesetTokenForm
from catalog.admin.workflow_actions import MAX_REASON_LENGTH
from catalog.models import Changeset, Revision, Stage
from catalog.models.changesets import NOTE_LENGTH, TITLE_LENGTH, ChangesetState


class ReasonForm(ChangesetTokenForm):
    """The note of a reviewer: the reason for sending drafts back."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        required=False,
        label=_("A note for the authors"),
        help_text=_("Required to send drafts back."),
    )


class RevertForm(forms.Form):
    """The reason for taking a changeset back."""

    why = forms.CharField(
        max_length=MAX_REASON_LENGTH, label=_("Why"), help_text=_("One line, published with the release.")
    )


class NoteForm(forms.Form):
    """A message of the discussion."""

    text = forms.CharField(max_length=NOTE_LENGTH, label=_("Your note"), widget=forms.Textarea(attrs={"rows": 2}))


class TitleForm(forms.Form):
    """The title of a changeset."""

    title = forms.CharField(
        max_length=TITLE_LENGTH, label=_("Title"), help_text=_("One line, published with the release.")
    )


class SampleForm(ChangesetTokenForm):
    """The sources that a reviewer approves for a changeset, each with the number of its drafts."""

    source = forms.MultipleChoiceField(
        label=_("Sources that you approve for this changeset"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, counts: dict[str, int], *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        message = gettext("{source} ({number})")
        self.fields["source"].choices = [  # type: ignore[attr-defined]
            (source, message.format(source=source, number=number))
            for source, number in sorted(counts.items())
            if source
        ]


class StateFilter(admin.SimpleListFilter):
    """A filter by the stage of the rows of a changeset."""

    title, parameter_name = _("state"), "state"
    stages = {
        ChangesetState.REVIEW: Q(stage=Stage.REVIEW),
        ChangesetState.WORK: Q(stage=Stage.DRAFT),
        ChangesetState.APPROVED: Q(stage=Stage.APPROVED),
        ChangesetState.PUBLISHED: Q(since__isnull=False),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(state.value, state.label) for state in self.stages]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Changeset]) -> QuerySet[Changeset]:
        condition = self.stages.get(self.value())  # type: ignore[call-overload]
        if condition is None:
            return queryset
        return queryset.filter(Exists(Revision.objects.filter(condition, changeset=OuterRef("pk"))))


class AuthorFilter(admin.SimpleListFilter):
    """A filter by whether the user wrote a changeset."""

    title, parameter_name = _("author"), "author"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("you", _("you")), ("others", _("others"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Changeset]) -> QuerySet[Changeset]:
        user = permissions.current_user(request)
        if self.value() == "you":
            return queryset.filter(by=user)
        return queryset.exclude(by=user) if self.value() == "others" else queryset
