"""The second step of logging in: passkeys, codes of an app, recovery codes.

Who cannot do without one, `legions.permissions` says.
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
"""The ways that are a second step by themselves; recovery codes only stand in for one."""

MAX_PASSKEYS = 20
"""How many passkeys somebody may have; the second step names all of them to the browser."""
CODE_VALIDITY = timedelta(seconds=app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 2))
"""For how long a code may fit, by a clock that is off as far as is let pass."""


class SecondFactorAdapter(DefaultMFAAdapter):
    """What Muster adds to django-allauth's: what a passkey is bound to, secrets locked away, words of our own."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _(
            "Set up a passkey or a code app first: recovery codes replace them when they are lost."
        ),
        "incorrect_code": _("Wrong code. Try again."),
    }

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return the domain that passkeys are bound to, and what a phone calls it."""
        entity = super().get_public_key_credential_rp_entity()
        return {"id": settings.PASSKEY_DOMAIN or entity["id"], "name": settings.PASSKEY_SITE}

    def get_totp_label(self, user: User) -> str:
        """Return what an app shows beside the code."""
        return user.get_username()

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """Return a name for a passkey that was given none."""
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def encrypt(self, text: str) -> str:
        """Lock a secret with the secret key of the site, so that a copy of the database does not tell it."""
        return secret_box(PURPOSE).encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Unlock a secret. One that no key of the site opens is taken for one that nobody knows, so no code fits."""
        try:
            return secret_box(PURPOSE).decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            logger.error("A second step was locked with another SECRET_KEY. Add that one to SECRET_KEY_FALLBACKS.")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def consume_code(user: Any, code: str) -> bool:
    """Take a code that fits, so that no process takes it again while it would fit; return whether this one took it."""
    SpentCode.objects.ended().delete()
    digest = sha256(f"{user.pk} {normalize_user_code(code)}".encode()).hexdigest()
    try:
        with transaction.atomic():
            SpentCode.objects.create(digest=digest, until=timezone.now() + CODE_VALIDITY)
    except IntegrityError:
        return False
    return True


def has_most_passkeys(user: User) -> bool:
    """Whether no more passkeys are allowed."""
    return Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count() >= MAX_PASSKEYS


def is_configured(user: User) -> bool:
    """Whether somebody has a second step."""
    return is_mfa_enabled(user, PRIMARY_TYPES)


def was_taken(request: HttpRequest) -> bool:
    """Whether the session of a request was logged in with a second step."""
    return any(record.get("method") == "mfa" for record in get_authentication_records(request, request.user))


def redirect_to_second_factor(request: HttpRequest) -> HttpResponse:
    """Lead to where the second step is taken, and back here from there."""
    has_codes = is_mfa_enabled(request.user, [Authenticator.Type.TOTP])
    step = reverse("mfa_reauthenticate" if has_codes else "mfa_reauthenticate_webauthn")
    return redirect_to_login(request.get_full_path(), step)
