"""Devices on which an account has logged in before: what goes wrong there is counted apart from everybody's tries.

Whoever fails again and again elsewhere uses up the tries of an account, and would lock its owner out with them. A
device that has logged in carries a signed cookie for the account, with a random mark of its own by which its tries are
counted, at the password and at the second step. It opens nothing: both are asked for as from anywhere. With a new
password the cookie of every other device means nothing any more.
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
"""How long a device is known after it was last used to log in."""
MAX_ACCOUNTS = 5
"""How many accounts one device is known to, the latest ones: a family shares one."""


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """What a cookie says of one account: its number, the mark of the device, and what ends with the password."""

    account: int
    device: str
    password: str


def remember(request: HttpRequest, user: User) -> None:
    """Have the response to this request mark the device as one that `user` has logged in on."""
    request.known_device_of = user  # type: ignore[attr-defined]


def known_device_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sets the cookie of a device on which somebody has just logged in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "known_device_of", None)
        if user is not None:
            _set_cookie(request, response, user)
        return response

    return middleware


def rate_limit_key_for_login(request: HttpRequest, credentials: Mapping[str, Any]) -> str:
    """Return by what the tries of this device at the account of `credentials` are counted, empty where it is unknown.

    `credentials` are what somebody logs in with: a `username` or an `email`, or both.
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
    """Return by what the tries of this device at the account of `user` are counted, empty where it is unknown."""
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
    """Yield what the cookie of a request says, nothing where there is none that we signed."""
    try:
        stored = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=COOKIE_LIFETIME)
    except signing.BadSignature:
        return
    yield from (DeviceMark(*mark) for mark in stored)


def _fingerprint(user: User) -> str:
    """Return what changes with the password of `user` and does not tell it."""
    return salted_hmac(SALT, user.password, algorithm="sha256").hexdigest()[:32]


def _logins_of(user: User) -> set[str]:
    """Return what `user` logs in with, folded."""
    addresses = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {one.casefold() for one in (user.get_username(), user.email, *addresses) if one}
