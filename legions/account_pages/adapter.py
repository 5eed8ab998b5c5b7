"""The account adapter of django-allauth: a log-in takes over the guest's legions, and messages are Muster's own."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.utils import filter_users_by_username
from allauth.core.internal import ratelimit
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from catalog import audit
from catalog.api_base.client_addresses import client_address
from catalog.documents import json_input, names
from legions.accounts import account_names, known_devices, session_activity
from legions.accounts.holders import GUEST_KEY
from legions.accounts.sessions import session_of
from legions.api_tokens.models import Token
from legions.campaigns import services as campaigns
from legions.collection import services as collections
from legions.own_numbers import services as own_numbers
from legions.saved_lists import services

logger = logging.getLogger(__name__)

UNKNOWN_ADDRESS = "0.0.0.0"  # noqa: S104 - a rate limit key, nothing listens on it
REAUTHENTICATION_METHODS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a passkey"),
}


class AccountAdapter(DefaultAccountAdapter):
    """The account adapter. Every log-in passes through `login`, including the first one of a new account."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "email_password_mismatch": _("Wrong email or password."),
        "enter_current_password": _("Wrong password."),
        "incorrect_password": _("This is not your password."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
        "username_blacklisted": _("This name is reserved. Choose another."),
        "username_password_mismatch": _("Wrong username or password."),
        "username_taken": _("This name is taken. Choose another."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address under which attempts are counted. Requests without an address share one."""
        return client_address(request) or UNKNOWN_ADDRESS

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the username, normalized. Raises ValidationError for an invalid name or one that looks like
        another's.
        """
        names.validate(username)
        username = super().clean_username(json_input.tidy(username), shallow)
        if not shallow:
            account_names.validate_unused(username)
        return username

    def login(self, request: HttpRequest, user: User) -> None:
        """Log `user` in and move their data as a guest into the account."""
        guest_key = request.session.get(GUEST_KEY)
        super().login(request, user)
        if user.is_staff:
            audit.log_action("logged in", by=user)
        session_of(request).restart_lifetime()
        known_devices.remember(request, user)
        services.adopt_guest_legions(guest_key=guest_key, user=user)
        campaigns.adopt_guest_campaigns(guest_key=guest_key, user=user)
        if collections.adopt_collections(guest_key=guest_key, user=user):
            messages.info(request, _("What you counted as a guest is in your collection: of each the greater number."))
        if own_numbers.adopt_own_numbers(guest_key=guest_key, user=user):
            messages.info(request, _("The numbers that you read off your cards as a guest are yours in this account."))
        request.session.pop(GUEST_KEY, None)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a log-in attempt: by the device if it is known to the account, else by account and address.

        Raises ValidationError after too many attempts.
        """
        mark = known_devices.rate_limit_key_for_login(request, credentials)
        if not mark:
            super().pre_authenticate(request, **credentials)
            return
        self._login_failed_rl_usage = ratelimit.consume(
            request, app="allauth.account", action="login_failed_on_device", key=mark
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log failed attempts at accounts with a role. The input is not logged: it may contain a password."""
        super().authentication_failed(request, **credentials)
        login = credentials.get("username") or credentials.get("email") or ""
        for user in filter_users_by_username(login).filter(is_staff=True) if login else ():
            audit.log_action("log-in refused", by=None, of=f"user {user.pk}")

    def set_password(self, user: Any, password: str) -> None:
        """Set a new password and end every other session."""
        super().set_password(user, password)
        session_activity.end_all_sessions(user, but=self.request.session.session_key)
        if self.request.user == user:
            known_devices.remember(self.request, user)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Send the owner of an account a mail about a change, with the API tokens that were revoked or are still
        valid.
        """
        ended = getattr(user, "ended_tokens", None)
        standing = Token.objects.unexpired().filter(user=user).count() if ended is not None else 0
        values = {"ended_tokens": ended, "standing_tokens": standing, **(context or {})}
        super().send_notification_mail(template_prefix, user, values, email)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether the user has to authenticate again. Not required shortly after a log-in or sign-up."""
        just_now = session_of(self.request).age < app_settings.REAUTHENTICATION_TIMEOUT
        return not just_now and super().is_reauthentication_required(app=app, **kwargs)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Return the ways to authenticate again, with Muster's descriptions."""
        return [
            {**one, "description": REAUTHENTICATION_METHODS[one["id"]]}
            for one in super().get_reauthentication_methods(user)
        ]

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail. If sending fails, the user sees a warning once per request, and the request continues."""
        try:
            super().send_mail(template_prefix, email, context)
        except (OSError, SMTPException) as error:
            logger.error("The mail %s was not sent: %s", template_prefix, error)
            if not getattr(self.request, "mail_failure_shown", False):
                self.request.mail_failure_shown = True
                messages.warning(self.request, gettext("The mail could not be sent just now. Try again later."))
