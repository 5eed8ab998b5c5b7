"""Whose request it is: somebody's with an account, a guest's with a session, or nobody's yet.

A guest's legions are bound to a random key kept in the session. It is no session id, so that it outlives the new id
that a log-in brings and can be handed over to the account.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import CheckConstraint, Q
from django.http import HttpRequest

from catalog.api_base import throttling
from catalog.api_base.client_addresses import get_ident

GUEST_KEY = "guest_key"
GUEST_RETENTION = timedelta(days=90)
"""How long a guest's legion is kept after its last change."""
SHARED_GUEST_RETENTION = timedelta(days=365)
"""The same of one that stands under a link for others."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose legions are meant: an account's, a guest session's, both (logged in, not moved yet) or nobody's."""

    user: User | None = None
    guest_key: str | None = None

    def __bool__(self) -> bool:
        return self.user is not None or self.guest_key is not None


def held_by(holder: Holder, account: str = "owner") -> Q:
    """Return what has `holder` as its account or as its guest; of nobody, nothing."""
    condition = Q(pk__in=[])
    if holder.user is not None:
        condition |= Q(**{account: holder.user})
    if holder.guest_key is not None:
        condition |= Q(guest_key=holder.guest_key)
    return condition


def one_holder(name: str, account: str = "owner") -> CheckConstraint:
    """Return the constraint that a row is either an account's or a guest's."""
    of_account = Q(**{f"{account}__isnull": False, "guest_key__isnull": True})
    of_guest = Q(**{f"{account}__isnull": True, "guest_key__isnull": False})
    return CheckConstraint(condition=of_account | of_guest, name=name)


def holder_of(request: HttpRequest) -> Holder:
    """Return whose request it is, without storing anything; nobody in a first session."""
    user = request.user if request.user.is_authenticated else None
    return Holder(user=user, guest_key=request.session.get(GUEST_KEY))


def holder_or_new_guest(request: HttpRequest) -> Holder:
    """Return whose request it is, giving a guest a key of their own: for requests that are about to keep something.

    Raises RateLimitExceeded when an address begins as a guest too often.
    """
    holder = holder_of(request)
    if holder:
        return holder
    throttling.throttle("guests", get_ident(request))
    request.session[GUEST_KEY] = secrets.token_urlsafe(24)
    return holder_of(request)
