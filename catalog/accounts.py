"""Who makes a request."""

from typing import TYPE_CHECKING, cast

from django.contrib.auth.models import User
from django.http import HttpRequest

if TYPE_CHECKING:
    from rest_framework.request import Request


def current_user(request: "HttpRequest | Request") -> User:
    """Return the account that makes a request. For views that nobody reaches without one: others have to ask first."""
    return cast("User", request.user)
