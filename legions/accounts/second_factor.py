"""The second factor: passkeys, codes of an app, recovery codes.

`legions.permissions` decides which accounts need one.
"""

import base64
import logging
import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from legions.accounts.models import SpentCode
from legions.accounts.secret_encryption import secret_box

logger = logging.getLogger(__name__)

PURPOSE = b"muster: secrets of second steps"
PRIMARY_TYPES = [Authenticator.Type.WEBAUTHN, Authenticator.Type.TOTP]
"""The types that are a second factor by themselves. Recovery codes are only a replacement."""

MAX_PASSKEYS = 20
"""The maximum number of passkeys of an account. Their ids are all sent to the browser."""
CODE_VALIDITY = timedelta(seconds=app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 2))
"""The time for which a code can be valid with the tolerated clock drift."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """django-allauth's adapter with a passkey domain, encrypted secrets, and Muster's messages."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _(
            "Set up a passkey or a code app first: recovery codes replace them when they are lost."
        ),
        "incorrect_code": _("Wrong code. Try again."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the domain that passkeys are bound to and the site name shown by the device."""
        entity = super().get_public_key_credential_rp_entity()
        return {"id": settings.PASSKEY_DOMAIN or entity["id"], "name": settings.PASSKEY_SITE}

    def get_totp_label(self, user: User) -> str:
        """Return the label that an app shows next to the code."""
        return user.get_username()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return a default name for a passkey."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def encrypt(self, text: str) -> str:
        """Encrypt a secret with the site's secret key, so that a copy of the database does not reveal it."""
        return secret_box(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. If no key of the site fits, return a random secret, so that no code is valid."""
        try:
            return secret_box(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.error("A second step was locked with another SECRET_KEY. Add that one to SECRET_KEY_FALLBACKS.")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def consume_code(user: Any, code: str) -> bool:
    """Mark a valid code as used. Return False if any process has accepted it before."""
    SpentCode.objects.expired().delete()
    digest = sha256(f"{user.pk} {normalize_user_code(code)}".encode()).hexdigest()
    try:
        with transaction.atomic():
            SpentCode.objects.create(digest=digest, until=timezone.now() + CODE_VALIDITY)
    except IntegrityError:
        return False
    return True


def has_maximum_passkeys(user: User) -> bool:
    """Return whether `user` has the maximum number of passkeys."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count() >= MAX_PASSKEYS


def is_configured(user: User) -> bool:
    """Return whether `user` has set up a second factor."""
    return is_mfa_enabled(user, PRIMARY_TYPES)


def was_verified(request: HttpRequest) -> bool:
    """Return whether the session of a request was authenticated with a second factor."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))


def redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    """Redirect to the second factor and, from there, back to this address."""
    has_codes = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    step = reverse("mfa_reauthenticate" if has_codes else "mfa_reauthenticate_webauthn")
    return redirect_to_login(request.get_full_path(), step)
