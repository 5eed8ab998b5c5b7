"""The form for creating a token."""

from typing import Any, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from catalog import permissions
from legions.api_tokens.models import NAME_LENGTH, Scope
from legions.api_tokens.services import LIFETIMES_IN_DAYS
from legions.site.form_fields import NameField


class TokenForm(forms.Form):
    """The name, scope and lifetime of a token."""

    name = NameField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("What it is for, for example “league table”. It is shown in the history of lists that it changes."),
        error_messages={"required": _("Enter a name."), "max_length": _("A name has at most 60 characters.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label=_("It may"), choices=Scope.choices, initial=Scope.READ)
    days = forms.TypedChoiceField(
        label=_("It ends after"),
        choices=[(days, format_lazy(_("{days} days"), days=days)) for days in LIFETIMES_IN_DAYS],
        coerce=int,
        initial=LIFETIMES_IN_DAYS[1],
    )

    def __init__(self, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not permissions.is_curator(user):
            cast("forms.ChoiceField", self.fields["scope"]).choices = [
                one for one in Scope.choices if one[0] != Scope.CURATE
            ]
