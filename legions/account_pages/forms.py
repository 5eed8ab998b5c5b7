"""Account forms: django-allauth's with Muster's messages, and labels instead of placeholders."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as step_forms
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as passkey_forms
from allauth.mfa.webauthn.internal import auth as passkeys
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from catalog.documents import json_input, names
from legions.accounts import account_names, known_devices, second_factor
from legions.accounts.usernames import MAX_USERNAME_LENGTH
from legions.api_tokens.models import Token

PASSWORD_HELP = _("At least 12 characters. Four or five words in a row are easy to remember and hard to guess.")
MAX_NAME_LENGTH = 60


if TYPE_CHECKING:

    class _AccountForm(forms.Form):
        """The attributes of django-allauth's forms, which have no type hints."""

        user: Any
        authenticator: Any

        def save(self) -> None: ...
        def clean_code(self) -> str: ...
        def clean_credential(self) -> Any: ...
        def _emit_authentication_failed(self, way: Any) -> None: ...
else:
    _AccountForm = object


class PlainFieldsMixin(_AccountForm):
    """Mixin that removes placeholders, since the labels stay visible, and explains the password rules."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if field.widget.attrs.get("autocomplete") == "new-password":
                field.help_text = PASSWORD_HELP if name == "password1" else ""
                field.widget.attrs["maxlength"] = "128"

    def full_clean(self) -> None:
        """Validate the form and set the autofocus to the first invalid field."""
        super().full_clean()
        faulty = next((name for name in self.fields if name in self.errors), None)
        if faulty is not None:
            for name, field in self.fields.items():
                field.widget.attrs.pop("autofocus", None)
                if name == faulty:
                    field.widget.attrs["autofocus"] = True


class LoginForm(PlainFieldsMixin, allauth_forms.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        cast("forms.CharField", self.fields["login"]).max_length = 254

    def clean_login(self) -> str:
        """Return the username or email address, normalized as stored names are."""
        return json_input.tidy(super().clean_login())


class SignupForm(PlainFieldsMixin, allauth_forms.SignupForm):
    """A username, a password, and an optional email address."""

    field_order = ["username", "password1", "password2", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.help_text = _("You log in with it. 2 to 30 letters and digits.")
        username.widget.attrs |= {"autocapitalize": "none", "autofocus": True, "maxlength": str(MAX_USERNAME_LENGTH)}
        self.fields["email"].help_text = _("Only used to reset your password. Only you see it.")
        self.fields["email"].label = _("Email (optional)")
        self.fields["password2"].label = _("Repeat password")

    def try_save(self, request: HttpRequest) -> tuple[Any, HttpResponse | None]:
        """Create the account. If another request takes the username meanwhile, respond with 409 and the form."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except (IntegrityError, account_names.NameTaken):
            self.add_error("username", _("This name is taken. Choose another."))
            return None, render(request, "account/signup.html", {"form": self}, status=409)


class AddEmailForm(PlainFieldsMixin, allauth_forms.AddEmailForm):
    """An additional email address."""


class EndTokensMixin(_AccountForm):
    """Mixin with a checkbox, checked by default, to revoke API tokens with the password; absent without tokens."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        count = Token.objects.unexpired().filter(user=self.user).count()
        if count:
            label = ngettext_lazy(
                "Also end my token, so that no program gets in with it",
                "Also end my %(number)d tokens, so that no program gets in with them",
                "number",
            )
            self.fields["end_tokens"] = forms.BooleanField(
                label=label % {"number": count}, required=False, initial=True
            )

    def save(self) -> None:
        """Set the password, and revoke the API tokens unless the checkbox was cleared."""
        self.user.keeps_tokens = not self.cleaned_data.get("end_tokens", True)
        super().save()


class ChangePasswordForm(EndTokensMixin, PlainFieldsMixin, allauth_forms.ChangePasswordForm):
    """The current and the new password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("Repeat new password")


class SetPasswordForm(EndTokensMixin, PlainFieldsMixin, allauth_forms.SetPasswordForm):
    """A first password for an account that has none."""


class ResetPasswordForm(PlainFieldsMixin, allauth_forms.ResetPasswordForm):
    """The email address for the link to reset a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autofocus"] = True


class ResetPasswordKeyForm(PlainFieldsMixin, allauth_forms.ResetPasswordKeyForm):
    """The new password after a reset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].widget.attrs["autofocus"] = True
        self.fields["password2"].label = _("Repeat new password")


class ReauthenticateForm(PlainFieldsMixin, allauth_forms.ReauthenticateForm):
    """The password, asked for again before a critical action."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].widget.attrs["autofocus"] = True


class CodeFieldMixin(PlainFieldsMixin):
    """Mixin for a field with the six-digit code of an app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        code = cast("forms.CharField", self.fields["code"])
        code.label = _("Code")
        code.max_length = 20
        code.widget.attrs |= {"autofocus": True, "autocapitalize": "none", "spellcheck": "false", "maxlength": "20"}


class KnownDeviceMixin(_AccountForm):
    """Mixin for a second factor whose attempts are counted by device if the account knows the device.

    django-allauth counts the attempts of all devices together, by account and by address: an attacker who knows the
    password could use them up and lock the owner out. It has no hook for other counts, so for known devices this mixin
    repeats the validation that its forms do after counting.
    """

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError for a wrong code and after too many attempts."""
        end_count = self._count()
        if end_count is None:
            return super().clean_code()
        code = self.cleaned_data["code"]
        authenticators = Authenticator.objects.filter(user=self.user).exclude(type=Authenticator.Type.WEBAUTHN)
        for way in authenticators:
            if way.wrap().validate_code(code):
                way.user = self.user
                self.authenticator = way
                end_count()
                return code
        if way := next((one for one in authenticators if one.type == Authenticator.Type.TOTP), None):
            self._emit_authentication_failed(way)
        raise get_adapter().validation_error("incorrect_code")

    def clean_credential(self) -> Authenticator:
        """Return the passkey used. Raises ValidationError for an invalid one and after too many attempts."""
        end_count = self._count()
        if end_count is None:
            return super().clean_credential()
        shown = self.cleaned_data["credential"]
        passkeys.parse_authentication_response(shown)
        passkey = passkeys.complete_authentication(self.user, shown)
        end_count()
        return passkey

    def _count(self) -> Callable[[], None] | None:
        """Count an attempt of a known device. Return a function that resets the count, or None for an unknown
        device.
        """
        mark = known_devices.rate_limit_key_for_user(context.request, self.user)
        if not mark:
            return None
        counted = {"app": "allauth.account", "action": "second_step_failed_on_device", "key": mark}
        if not ratelimit.consume(context.request, **counted):
            raise get_account_adapter().validation_error("too_many_login_attempts")
        return lambda: ratelimit.clear(context.request, **counted)


class PasskeyLoginForm(KnownDeviceMixin, passkey_forms.AuthenticateWebAuthnForm):
    """The second factor at log-in: a passkey."""


class PasskeyReauthenticateForm(KnownDeviceMixin, passkey_forms.ReauthenticateWebAuthnForm):
    """A passkey, asked for again before a critical action."""


class SingleUseCodeMixin(_AccountForm):
    """Mixin that accepts a code only once while it is valid."""

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError for a wrong or used one."""
        code = super().clean_code()
        if not second_factor.consume_code(self.user, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class SecondStepCodeMixin(SingleUseCodeMixin, KnownDeviceMixin, CodeFieldMixin):
    """Mixin for a code of the app or a recovery code, for an account with a second factor."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Six digits from your code app, or one of your recovery codes.")


class CodeLoginForm(SecondStepCodeMixin, step_forms.AuthenticateForm):
    """The second factor at log-in: a code of the app, or a recovery code."""


class CodeReauthenticateForm(SecondStepCodeMixin, step_forms.ReauthenticateForm):
    """A code, asked for again before a critical action."""


class ActivateTOTPForm(SingleUseCodeMixin, CodeFieldMixin, totp_forms.ActivateTOTPForm):
    """The first code of an app, which proves that it has the secret."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code it shows now")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class PasskeyNameMixin(PlainFieldsMixin):
    """Mixin for the name of a passkey, by which its owner recognizes it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = cast("forms.CharField", self.fields["name"])
        name.label, name.max_length = _("Name"), MAX_NAME_LENGTH
        name.validators.append(MaxLengthValidator(MAX_NAME_LENGTH, _("Use at most %(limit_value)d characters.")))
        name.widget.attrs |= {"maxlength": str(MAX_NAME_LENGTH), "autocomplete": "off"}
        name.validators.append(names.validate)
        name.help_text = _("A name to recognise it by, such as “phone”.")


class AddPasskeyForm(PasskeyNameMixin, passkey_forms.AddWebAuthnForm):
    """An additional passkey."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label, alone.initial = _("Log in with it alone, without a password"), True
        alone.help_text = _(
            "Then your device asks for finger, face or PIN. Leave it out for a simple key that only serves as the"
            " second step."
        )


class RenamePasskeyForm(PasskeyNameMixin, passkey_forms.EditWebAuthnForm):
    """A new name for a passkey."""


class DeleteAccountForm(forms.Form):
    """A confirmation by typing the username, against accidental deletion."""

    name = forms.CharField(label=_("Type your username to delete the account"), max_length=MAX_USERNAME_LENGTH)

    def __init__(self, *args: Any, username: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.username = username
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_name(self) -> str:
        """Return the name. Raises ValidationError unless it is the username of the account."""
        name = self.cleaned_data["name"]
        if name.strip() != self.username:
            raise ValidationError(_("This is not the name of this account."), code="other_name")
        return name
