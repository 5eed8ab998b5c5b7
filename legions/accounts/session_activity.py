"""Session activity: recording it, and listing and ending the sessions of a user."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import DatabaseError
from django.http import HttpRequest
from django.utils import timezone

from catalog.database import sqlite_file
from legions.accounts.sessions import session_of

MAX_SESSIONS = 50
"""The maximum number of sessions of an account. A further one ends the least recently used."""
MAX_USER_AGENT_LENGTH = UserSession._meta.get_field("user_agent").max_length


def record_request(request: HttpRequest) -> None:
    """Record that a session is in use, if this is due. End the session of a closed or deleted account.

    The request does not wait for a database lock: if the record cannot be written, the next request tries again.
    """
    session = session_of(request)
    if SESSION_KEY in session and not request.user.is_authenticated:
        session.flush()
    elif session.needs_activity_update and not session.modified:
        try:
            with sqlite_file.no_lock_wait():
                if request.user.is_authenticated:
                    record_session(request)
                session.save()
        except (DatabaseError, UpdateError):
            return
        session.modified = True  # so that the cookie is renewed with the session


def record_session(request: HttpRequest) -> None:
    """Record the session of a logged-in user with its device."""
    UserSession.objects.update_or_create(
        session_key=request.session.session_key,
        defaults={
            "user": request.user,
            "ip": get_adapter().get_client_ip(request),
            "user_agent": request.headers.get("User-Agent", "")[:MAX_USER_AGENT_LENGTH],
            "last_seen_at": timezone.now(),
        },
    )


def active_sessions(request: HttpRequest) -> list[UserSession]:
    """Return the active sessions of the user of a request: this one first, then the most recently used."""
    if not UserSession.objects.filter(session_key=request.session.session_key).exists():
        record_session(request)
    going_on = UserSession.objects.purge_and_list(request.user)
    return sorted(going_on, key=lambda session: (not session.is_current(), -session.last_seen_at.timestamp()))


def count_sessions(request: HttpRequest) -> int:
    """Return the number of active sessions of the user of a request, this one included."""
    alive = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    others = UserSession.objects.filter(user=request.user, session_key__in=alive)
    return 1 + others.exclude(session_key=request.session.session_key).count()


def end_session(request: HttpRequest, number: int) -> bool:
    """End the session of the current user with this primary key. Return whether it existed."""
    found = UserSession.objects.filter(user=request.user, pk=number).first()
    if found is not None:
        found.end()
    return found is not None


def end_other_sessions(request: HttpRequest) -> bool:
    """End all other sessions of the current user. Return whether there were any."""
    return end_all_sessions(request.user, but=request.session.session_key)


def end_excess_sessions(user: Any) -> None:
    """End the least recently used sessions of `user` beyond the maximum."""
    for one in UserSession.objects.filter(user=user).order_by("-last_seen_at", "-pk")[MAX_SESSIONS:]:
        one.end()


def end_all_sessions(user: Any, but: str | None = None) -> bool:
    """End all sessions of `user` except the one with the key `but`. Return whether there were any."""
    ended = list(UserSession.objects.filter(user=user).exclude(session_key=but or ""))
    for one in ended:
        one.end()
    return bool(ended)
