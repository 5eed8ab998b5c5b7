"""The forms around an account: django-allauth's, with words of our own and labels instead of placeholders."""

from hashlib import sha256

from allauth.account import forms as allauth_forms
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings as step_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as step_forms
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.webauthn import forms as passkey_forms
from django import forms
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from .usernames import LONGEST

PASSWORD_HELP = _(
    "At least 12 characters. More are better. Four or five words in a row are easy to keep and hard to guess."
)
LONGEST_NAME = 60


class Plain:
    """Take away what stands in empty fields (a label says it, and stays) and say the rules for passwords in words."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if field.widget.attrs.get("autocomplete") == "new-password":
                field.help_text = PASSWORD_HELP if name == "password1" else ""
                field.widget.attrs["maxlength"] = "128"


class LogIn(Plain, allauth_forms.LoginForm):
    """Username or email, and password."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none", "autofocus": True}
        self.fields["login"].max_length = 254


class SignUp(Plain, allauth_forms.SignupForm):
    """A name, a password, and an email if somebody likes."""

    field_order = ["username", "password1", "password2", "email"]

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        username = self.fields["username"]
        username.help_text = _("What you log in with. Letters and digits, 2 to 30 of them.")
        username.widget.attrs |= {"autocapitalize": "none", "autofocus": True, "maxlength": str(LONGEST)}
        self.fields["email"].help_text = _("Only for a new password, should you forget yours. Nobody sees it.")
        self.fields["email"].label = _("Email, if you like")
        self.fields["password2"].label = _("The same password again")


class AddEmail(Plain, allauth_forms.AddEmailForm):
    """One more email address."""


class ChangePassword(Plain, allauth_forms.ChangePasswordForm):
    """The password so far and the new one."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Your password now")
        self.fields["password1"].label = _("New password")
        self.fields["password2"].label = _("The new password again")


class SetPassword(Plain, allauth_forms.SetPasswordForm):
    """A first password for an account that has none."""


class ResetPassword(Plain, allauth_forms.ResetPasswordForm):
    """The email that the way to a new password is sent to."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].widget.attrs["autofocus"] = True


class ResetPasswordFromKey(Plain, allauth_forms.ResetPasswordKeyForm):
    """The new password itself."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].label = _("New password")
        self.fields["password1"].widget.attrs["autofocus"] = True
        self.fields["password2"].label = _("The new password again")


class Reauthenticate(Plain, allauth_forms.ReauthenticateForm):
    """The password once more, before something that matters."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].widget.attrs["autofocus"] = True


class Code(Plain):
    """A field for a code of six digits from an app."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        code = self.fields["code"]
        code.label = _("Code")
        code.max_length = 20
        code.widget.attrs |= {"autofocus": True, "autocapitalize": "none", "spellcheck": "false", "maxlength": "20"}


class Once:
    """A code that was taken is not taken again for as long as a clock that is off could make it fit."""

    def clean_code(self) -> str:
        """Raise ValidationError for a code that does not fit, or that was said before."""
        code = super().clean_code()
        long_enough = step_settings.TOTP_PERIOD * (2 * step_settings.TOTP_TOLERANCE + 2)
        said = sha256(f"{self.user.pk} {normalize_user_code(code)}".encode()).hexdigest()
        if not cache.add(f"code-said:{said}", True, long_enough):
            raise get_adapter().validation_error("incorrect_code")
        return code


class SayCode(Once, Code, step_forms.AuthenticateForm):
    """The second step at log-in: a code of the app, or a recovery code."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Six digits from your code app, or one of your recovery codes.")


class SayCodeAgain(Once, Code, step_forms.ReauthenticateForm):
    """A code once more, before something that matters."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].help_text = _("Six digits from your code app, or one of your recovery codes.")


class BeginCodes(Code, totp_forms.ActivateTOTPForm):
    """The first code of an app, which shows that it has the secret."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("The code it shows now")
        self.fields["code"].widget.attrs["inputmode"] = "numeric"


class Named(Plain):
    """A name for a passkey, by which its owner tells it from others."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["name"]
        name.label, name.max_length = _("Name"), LONGEST_NAME
        name.validators.append(MaxLengthValidator(LONGEST_NAME, _("Use at most %(limit_value)d characters.")))
        name.widget.attrs |= {"maxlength": str(LONGEST_NAME), "autocomplete": "off"}
        name.help_text = _("So that you know it again, for example “phone” or “key on the key ring”.")


class AddPasskey(Named, passkey_forms.AddWebAuthnForm):
    """One more passkey."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        alone = self.fields["passwordless"]
        alone.label, alone.initial = _("Log in with it alone, without a password"), True
        alone.help_text = _(
            "Then your device asks for finger, face or PIN. Leave it out for a simple key that only serves as the"
            " second step."
        )


class RenamePasskey(Named, passkey_forms.EditWebAuthnForm):
    """Another name for a passkey."""


class DeleteAccount(forms.Form):
    """The name of the account, typed by hand, so that nobody deletes it by a slip."""

    name = forms.CharField(label=_("Type your username to delete the account"), max_length=LONGEST)

    def __init__(self, *args: object, username: str, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.username = username
        self.fields["name"].widget.attrs |= {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}

    def clean_name(self) -> str:
        """Raise ValidationError unless it is the name of the account."""
        name = self.cleaned_data["name"]
        if name.strip() != self.username:
            raise ValidationError(_("This is not the name of this account."), code="other_name")
        return name
