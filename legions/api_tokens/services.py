"""Personal tokens: making one, ending one, and noting that one is used."""

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
LIFETIMES = (30, 90, 365)
"""For how many days a token may be made."""
USE_INTERVAL = timedelta(minutes=5)


@transaction.atomic
def create_token(*, user: User, name: str, scope: Scope, days: int) -> tuple[Token, str]:
    """Make a token of `user` and return it with its text, which nobody can read again.

    Raises ActionRefused when there are too many, or one of this name.
    """
    # Locked, so that of two who make the last one at once the second is refused.
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
    """End a token of `user`: nothing opens with it from now on. Return what it was called, None if there is none."""
    token = Token.objects.filter(user=user, number=number).first()
    if token is None:
        return None
    _note("token ended", token, {"scope": token.scope})
    token.delete()
    return token.name


@transaction.atomic
def revoke_all_tokens(*, user: Any) -> list[str]:
    """End every token of `user`; return what those were called that still opened anything."""
    ended = []
    for token in Token.objects.filter(user=user).order_by("name"):
        _note("token ended", token, {"scope": token.scope})
        token.delete()
        if not token.expired:
            ended.append(token.name)
    return ended


def record_use(token: Token) -> None:
    """Note that a token is used, at most every few minutes. Nobody waits for it: it is let be where others write."""
    now = timezone.now()
    if token.last_used_at is not None and now - token.last_used_at < USE_INTERVAL:
        return
    since = Q(last_used_at__isnull=True) | Q(last_used_at__lte=now - USE_INTERVAL)
    with suppress(DatabaseError), sqlite_file.no_lock_wait():
        Token.objects.filter(since, pk=token.pk).update(last_used_at=now)


def _note(what: str, token: Token, after: dict[str, Any]) -> None:
    """Write into the audit log what is done with a token that curates: it opens what a role does."""
    if token.scope == Scope.CURATE:
        audit.log_action(what, by=token.user, of=f"token {token.number}", after=after)
