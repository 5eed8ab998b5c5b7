"""Permissions of API tokens."""

from typing import Any, cast

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from catalog import permissions
from catalog.api_base.problems import ProblemError
from legions.api_tokens.models import Token
from legions.permissions import lacks_second_factor


class HasTokenScope(BasePermission):
    """Permission of tokens whose scope covers the method. OPTIONS requests need no token."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise ProblemError for a token with too narrow a scope; return False without a token, for DRF to answer."""
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
    """Permission of tokens whose scope covers the method and whose owner is a curator with a second factor."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Raise ProblemError for a token with too narrow a scope, and for an owner who may not curate any more."""
        if not super().has_permission(request, view):
            return False
        if request.method != "OPTIONS" and not permissions.is_curator(request.user):
            raise ProblemError("forbidden", detail="Your account keeps no game at present. An admin can change that.")
        if request.method != "OPTIONS" and lacks_second_factor(request.user):
            raise ProblemError("forbidden", detail="Your account has no second step any more. Set one up first.")
        return True
