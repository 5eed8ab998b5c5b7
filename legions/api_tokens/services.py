"""Personal tokens: create, revoke, and record their use."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from catalog import audit
from catalog.database import sqlite_file
from legions.api_tokens.models import Scope, Token
from legions.site.errors import ActionRefused

MAX_TOKENS = 20
LIFETIMES_IN_DAYS = (30, 90, 365)
"""The lifetimes of tokens in days."""
USE_INTERVAL = timedelta(minutes=5)


@transaction.atomic
def create_token(*, user: User, name: str, scope: Scope, days: int) -> tuple[Token, str]:
    """Create a token of `user`. Return it with its text, which is not stored.

    Raises ActionRefused if the user has too many tokens, or one with this name.
    """
    # Locked, so that two concurrent requests cannot exceed the maximum.
    get_user_model().objects.select_for_update().get(pk=user.pk)
    if Token.objects.filter(user=user).count() >= MAX_TOKENS:
        raise ActionRefused(
            gettext("You have %(most)d tokens, which is the most. End one first.") % {"most": MAX_TOKENS}
        )
    try:
        with transaction.atomic():
            token, text = Token.objects.create(user, timedelta(days=days), name=name, scope=scope)
    except IntegrityError as error:
        raise ActionRefused(gettext("You have a token of this name. Choose another name.")) from error
    _note("token made", token, {"scope": scope, "days": days})
    return token, text


@transaction.atomic
def revoke_token(*, user: User, number: Any) -> str | None:
    """Revoke a token of `user`. Return its name, or None if it does not exist."""
    token = Token.objects.filter(user=user, number=number).first()
    if token is None:
        return None
    _note("token ended", token, {"scope": token.scope})
    token.delete()
    return token.name


@transaction.atomic
def revoke_all_tokens(*, user: Any) -> list[str]:
    """Revoke all tokens of `user`. Return the names of the tokens that had not expired."""
    ended = []
    for token in Token.objects.filter(user=user).order_by("name"):
        _note("token ended", token, {"scope": token.scope})
        token.delete()
        if not token.expired:
            ended.append(token.name)
    return ended


def record_use(token: Token) -> None:
    """Record the use of a token, at most every few minutes. Skipped if the database is locked."""
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < USE_INTERVAL:
        return
    since = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - USE_INTERVAL)
    with suppress(DatabaseError), sqlite_file.no_lock_wait():
        Token.objects.filter(since, pk=token.pk).update(last_used_at=now)


def _note(action: str, token: Token, after: dict[str, Any]) -> None:
    """Log an action on a token with the curation scope in the audit log, because it has the rights of a role."""
    if token.scope == Scope.CURATE:
        audit.log_action(action, by=token.user, of=f"token {token.number}", after=after)
