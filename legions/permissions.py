"""Who may do what in this app: what a token opens, who needs a second step, who moderates, and whose a list is.

What roles may do in the catalog stands in `catalog.permissions`.
"""

from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from catalog import permissions
from catalog.api_base.problems import ProblemError
from catalog.permissions import current_user
from legions.accounts import second_factor
from legions.accounts.holders import Holder
from legions.api_tokens.models import Token
from legions.saved_lists.models import Legion


class HasTokenScope(BasePermission):
    """A token whose scope is enough for the method; for asking which methods there are, none."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise ProblemError for a token that opens too little; of whoever shows none the framework says so itself."""
        if request.method == "OPTIONS":
            return True
        needed = view.required_scopes[request.method not in SAFE_METHODS]
        token = cast("Token | None", request.auth)
        if token is not None and not token.may(needed):
            header = f'Bearer realm="Muster", error="insufficient_scope", scope="{needed}"'
            detail = f"This token has the scope “{token.scope}”. Make one with the scope “{needed}”."
            raise ProblemError("forbidden", detail=detail, headers={"WWW-Authenticate": header})
        return token is not None


class IsCurator(HasTokenScope):
    """A token whose scope is enough, of somebody who is a curator at this moment and has a second step."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise ProblemError for a token that opens too little, and for one whose owner may not curate any more."""
        if not super().has_permission(request, view):
            return False
        if request.method != "OPTIONS" and not permissions.is_curator(request.user):
            raise ProblemError("forbidden", detail="Your account keeps no game at present. An admin can change that.")
        if request.method != "OPTIONS" and lacks_second_factor(request.user):
            raise ProblemError("forbidden", detail="Your account has no second step any more. Set one up first.")
        return True


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


def is_owner(user: Any, legion: Legion) -> bool:
    """Return whether a legion belongs to the account of a user, who may be anonymous or None."""
    return user is not None and user.is_authenticated and legion.owner_id == user.pk


def is_own(holder: Holder, legion: Legion) -> bool:
    """Return whether a legion is one of the holder's."""
    return (holder.user is not None and legion.owner_id == holder.user.pk) or (
        holder.guest_key is not None and legion.guest_key == holder.guest_key
    )
