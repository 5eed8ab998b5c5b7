"""The forms around an account: django-allauth's, with words of our own and labels instead of placeholders."""

from allauth.account import forms as allauth_forms
from django.utils.translation import gettext_lazy as _

from .usernames import LONGEST

PASSWORD_HELP = _("At least 12 characters. Four or five words in a row are easy to keep and hard to guess.")


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
