"""Devices on which an account has logged in before: their failed attempts are counted separately.

Failed attempts from unknown devices use up the attempts of an account, and would lock its owner out too. A device that
has logged in therefore carries a signed cookie for the account, with a random device id under which its attempts are
counted, for the password and the second factor. The cookie grants no access: both are still required. A new password
invalidates the cookies of all other devices.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from datetime import timedelta
from hmac import compare_digest
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

SALT = "muster.known-device"
COOKIE_LIFETIME = timedelta(days=365)
"""The time for which a device is known after its last log-in."""
MAX_ACCOUNTS = 5
"""The maximum number of accounts that one device is known to, the latest ones: families share devices."""


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """The entry of a device cookie for one account: primary key, device id, and a fingerprint of the password hash."""

    account: int
    device: str
    password: str


def remember(request: HttpRequest, user: User) -> None:
    """Mark the device as known to `user`, with a cookie in the response to this request."""
    request.known_device_of = user  # type: ignore[attr-defined]


def known_device_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sets the cookie of a device after a log-in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "known_device_of", None)
        if user is not None:
            _set_cookie(request, response, user)
        return response

    return middleware


def rate_limit_key_for_login(request: HttpRequest, credentials: Mapping[str, Any]) -> str:
    """Return the rate limit key of this device for the account of `credentials`, empty if the device is unknown.

    `credentials` has a `username` or an `email`, or both.
    """
    marks = {mark.account: mark for mark in _device_marks(request)}
    if not marks:
        return ""
    logins = {str(credentials.get(name) or "").casefold() for name in ("username", "email")} - {""}
    for user in get_user_model().objects.filter(pk__in=marks):
        mark = marks[user.pk]
        if logins & _logins_of(user) and compare_digest(mark.password, _fingerprint(user)):
            return f"{mark.account}:{mark.device}"
    return ""


def rate_limit_key_for_user(request: HttpRequest, user: User) -> str:
    """Return the rate limit key of this device for the account of `user`, empty if the device is unknown."""
    for mark in _device_marks(request):
        if mark.account == user.pk and compare_digest(mark.password, _fingerprint(user)):
            return f"{mark.account}:{mark.device}"
    return ""


def _set_cookie(request: HttpRequest, response: HttpResponse, user: User) -> None:
    known = list(_device_marks(request))
    device = next((mark.device for mark in known if mark.account == user.pk), secrets.token_urlsafe(12))
    others = [mark for mark in known if mark.account != user.pk]
    marks = [DeviceMark(user.pk, device, _fingerprint(user)), *others][:MAX_ACCOUNTS]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps([astuple(mark) for mark in marks], salt=SALT),
        max_age=COOKIE_LIFETIME,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _device_marks(request: HttpRequest) -> Iterator[DeviceMark]:
    """Yield the entries of the device cookie, nothing without a validly signed one."""
    try:
        stored = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=COOKIE_LIFETIME)
    except signing.BadSignature:
        return
    yield from (DeviceMark(*mark) for mark in stored)


def _fingerprint(user: User) -> str:
    """Return a fingerprint that changes with the password of `user` and does not reveal it."""
    return salted_hmac(SALT, user.password, algorithm="sha256").hexdigest()[:32]


def _logins_of(user: User) -> set[str]:
    """Return the casefolded username and email addresses of `user`."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {one.casefold() for one in (user.get_username(), user.email, *addresses) if one}
