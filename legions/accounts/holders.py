"""The holder of a request: a user with an account, a guest with a session, or nobody yet.

A guest's legions are bound to a random key in the session. The key is not the session id: a log-in changes that id, but
the key stays and can be handed over to the account.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import CheckConstraint, Q
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from catalog.api_base import throttling
from catalog.api_base.client_addresses import get_ident
from legions.site.form_tokens import form_token

GUEST_KEY = "guest_key"
GUEST_RETENTION = timedelta(days=90)
"""Retention of a guest's legion after its last change."""
SHARED_GUEST_RETENTION = timedelta(days=365)
"""Retention of a guest's legion with a share link after its last change."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The owner of legions: an account, a guest session, both (logged in, legions not moved yet), or nobody."""

    user: User | None = None
    guest_key: str | None = None

    def __bool__(self) -> bool:
        return self.user is not None or self.guest_key is not None


def held_by(holder: Holder, account: str = "owner") -> Q:
    """Return the condition for rows that belong to `holder`, as account or as guest. Without either no row matches."""
    condition = Q(pk__in=[])
    if holder.user is not None:
        condition |= Q(**{account: holder.user})
    if holder.guest_key is not None:
        condition |= Q(guest_key=holder.guest_key)
    return condition


def one_holder(name: str, account: str = "owner") -> CheckConstraint:
    """Return the constraint that a row belongs either to an account or to a guest."""
    of_account = Q(**{f"{account}__isnull": False, "guest_key__isnull": True})
    of_guest = Q(**{f"{account}__isnull": True, "guest_key__isnull": False})
    return CheckConstraint(condition=of_account | of_guest, name=name)


def holder_of(request: HttpRequest) -> Holder:
    """Return the holder of a request without storing anything. It is empty in a new session."""
    user = request.user if request.user.is_authenticated else None
    return Holder(user=user, guest_key=request.session.get(GUEST_KEY))


def holder_or_new_guest(request: HttpRequest) -> Holder:
    """Return the holder of a request; a visitor without an account gets a guest key. For requests that store something.

    Raises RateLimitExceeded if too many guest keys were created from one address.
    """
    holder = holder_of(request)
    if holder:
        return holder
    throttling.throttle("guests", get_ident(request))
    request.session[GUEST_KEY] = _new_guest_key(request)
    return holder_of(request)


def _new_guest_key(request: HttpRequest) -> str:
    """Return an unguessable key. A form that is sent twice at once, without a session yet, gets the same key twice."""
    token = form_token(request)
    return salted_hmac("new guest", token, algorithm="sha256").hexdigest()[:32] if token else secrets.token_urlsafe(24)
