"""Forms of profiles, comments and reports. Texts are cleaned like names of lists."""

import secrets
from typing import Any

from django import forms
from django.core.validators import MinLengthValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.accounts import account_names
from legions.accounts.form_fields import DisplayNameField
from legions.accounts.models import Profile
from legions.community import comment_services, profile_services
from legions.community.models import Report
from legions.community.moderation import MAX_NOTE_LENGTH
from legions.site.form_fields import CleanLinesField


class DisplayNameForm(forms.Form):
    """The form for the name shown with shared lists."""

    name = DisplayNameField()

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError for one that imitates another user's, unless the user has it
        already.
        """
        name: str = self.cleaned_data["name"]
        if not Profile.objects.filter(user=self.user, name=name).exists():
            account_names.validate_display_name(name, self.user)
        return name


class ProfilePageForm(DisplayNameForm):
    """The form for a profile: its name, its address, and whether it is public."""

    name = DisplayNameField(
        label=_("Name"),
        help_text=_("Shown on the page and beside the lists you share."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    handle = forms.CharField(
        label=_("Address"),
        required=False,
        max_length=profile_services.MAX_HANDLE_LENGTH,
        validators=[
            profile_services.handle_characters,
            MinLengthValidator(profile_services.MIN_HANDLE_LENGTH, _("Use at least %(limit_value)d characters.")),
        ],
        error_messages={"max_length": _("Use at most 30 characters.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}),
    )
    shown = forms.BooleanField(label=_("Show a public page about me"), required=False)

    def __init__(self, *args: Any, user: Any, profile: Profile | None, **kwargs: Any) -> None:
        values = {"name": profile.name, "shown": profile.shown, "handle": profile.handle or ""} if profile else {}
        super().__init__(*args, user=user, initial=values, **kwargs)
        if values.get("handle"):
            self.fields["handle"].disabled = True
            self.fields["handle"].validators = []
            self.fields["handle"].help_text = _("It stays yours while the page is hidden.")
        else:
            self.fields["handle"].help_text = _(
                "The last part of /people/…/. 3 to 30 small letters, digits and hyphens. It is chosen once and stays "
                "yours, so do not take what you log in with."
            )

    def clean_handle(self) -> str:
        """Return the address. Raises ValidationError for one that reveals the user's login."""
        handle: str = self.cleaned_data["handle"]
        if handle and not self.fields["handle"].disabled:
            profile_services.validate_handle(handle, self.user)
        return handle

    def clean(self) -> dict[str, Any]:
        """Return the cleaned data. Adds an error for a public page without an address."""
        data = super().clean() or self.cleaned_data
        if data.get("shown") and "handle" in data and not data["handle"]:
            self.add_error("handle", gettext("Choose an address for the page."))
        return data


class CommentForm(forms.Form):
    """The form for a comment. `once` is a token, so that a form sent twice makes one comment."""

    text = CleanLinesField(
        label=_("Your comment"),
        max_length=comment_services.MAX_COMMENT_LENGTH,
        help_text=_("Plain text, without links."),
        error_messages={
            "required": _("Write something first."),
            "max_length": _("A comment has at most %(limit_value)d characters; this has %(show_value)d."),
        },
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    answers = forms.IntegerField(required=False, min_value=1, max_value=2**62, widget=forms.HiddenInput)
    once = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, changing: int = 0, **kwargs: Any) -> None:
        kwargs["auto_id"] = f"comment-{changing}-%s" if changing else "write-%s"
        super().__init__(*args, **kwargs)
        if changing:
            self.fields["text"].label = _("Your comment")
        self.initial.setdefault("once", secrets.token_urlsafe(12))


class ReportForm(forms.Form):
    """The form for a report to the moderators."""

    reason = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=Report.Reason.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what is wrong."), "invalid_choice": _("Choose one of these.")},
    )
    note = CleanLinesField(
        label=_("Anything that helps the moderators"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        error_messages={"max_length": _("At most %(limit_value)d characters.")},
        widget=forms.Textarea(attrs={"rows": 3}),
    )
