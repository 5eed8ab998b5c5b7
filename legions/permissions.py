"""Permissions of people: required second factors, moderation, and mails.

`catalog.permissions` has the roles of the catalog.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from catalog import permissions
from catalog.permissions import current_user
from legions.accounts import second_factor


def needs_second_factor(user: Any) -> bool:
    """Return whether the user's role requires a second factor: curators and admins."""
    return bool(user.is_authenticated and user.is_staff and not settings.SECOND_FACTOR_WAIVED)


def lacks_second_factor(user: Any) -> bool:
    """Return whether the user needs a second factor and has not set one up."""
    return needs_second_factor(user) and not second_factor.is_configured(user)


def has_to_verify(request: HttpRequest) -> bool:
    """Return whether the user needs a second factor and this session was not authenticated with one."""
    if not needs_second_factor(request.user):
        return False
    return not second_factor.was_verified(request) or not second_factor.is_configured(current_user(request))


def may_moderate(user: Any) -> bool:
    """Return whether the user decides about reports: moderators, admins and superusers."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return False
    return user.is_superuser or bool({permissions.MODERATOR, permissions.ADMIN} & permissions.roles_of(user))


def may_see_mails(user: Any) -> bool:
    """Return whether the user manages mails that could not be sent: admins and superusers."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return False
    return user.is_superuser or permissions.ADMIN in permissions.roles_of(user)


def may_see_status(user: Any) -> bool:
    """Return whether the user sees the state of the site: admins and superusers, who also see its mails."""
    return may_see_mails(user)
