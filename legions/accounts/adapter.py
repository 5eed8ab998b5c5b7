"""What Muster adds to logging in: legions built as a guest move into the account, and words of our own."""

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .. import services
from ..collection import services as collections
from .people import GUEST_KEY


class AccountAdapter(DefaultAccountAdapter):
    """Every way into an account, a new one's too, leads through `login`."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "email_password_mismatch": _("This email and this password do not go together."),
        "enter_current_password": _("This is not your password now."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": _("That was too often. Wait five minutes, then try again."),
        "username_blacklisted": _("This name is kept for whoever runs the site. Choose another."),
        "username_password_mismatch": _("This name and this password do not go together."),
        "username_taken": _("Somebody has this name already. Choose another."),
    }

    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Log `user` in and hand over what this visit has built."""
        guest_key = request.session.get(GUEST_KEY)
        super().login(request, user)
        services.adopt(guest_key=guest_key, user=user)
        if collections.adopt(guest_key=guest_key, user=user):
            messages.info(request, _("What you counted as a guest is in your collection: of each the greater number."))
        request.session.pop(GUEST_KEY, None)
