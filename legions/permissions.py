"""Permissions of people: who needs a second factor, who moderates, and who looks after mails.

`catalog.permissions` has the roles of the catalog.
"""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from catalog import permissions
from catalog.permissions import current_user
from legions.accounts import second_factor


def needs_second_factor(user: Any) -> bool:
    """Return whether somebody may not do their work here without a second step: curators and admins."""
    return bool(user.is_authenticated and user.is_staff and not settings.SECOND_FACTOR_WAIVED)


def lacks_second_factor(user: Any) -> bool:
    """Return whether somebody needs a second step for their work and has set up none."""
    return needs_second_factor(user) and not second_factor.is_configured(user)


def has_to_verify(request: HttpRequest) -> bool:
    """Return whether a second step is needed for the work of a user and was not taken in this session."""
    if not needs_second_factor(request.user):
        return False
    return not second_factor.was_taken(request) or not second_factor.is_configured(current_user(request))


def may_moderate(user: Any) -> bool:
    """Return whether somebody decides about reports: moderators, admins and superusers."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return False
    return user.is_superuser or bool({permissions.MODERATOR, permissions.ADMIN} & permissions.roles_of(user))


def may_see_mails(user: Any) -> bool:
    """Return whether somebody looks after mails that could not be sent: admins and superusers."""
    if not (user.is_authenticated and user.is_active and user.is_staff):
        return False
    return user.is_superuser or permissions.ADMIN in permissions.roles_of(user)
