"""What is done again and again for people and their legions: what has ended is deleted."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from catalog.background.periodic import delete_in_chunks, periodic_task

from . import services
from .accounts.people import GUESTS_KEPT, GUESTS_SHARED_KEPT
from .api.models import MadeOnce, Token
from .hooks import delivering
from .models import Collection, Legion

TRASH_KEPT = timedelta(days=30)
"""How long a legion that was thrown away can be brought back."""

TOKENS_KEPT = timedelta(days=90)
"""How long its owner is shown a token that has expired."""


@periodic_task(every=timedelta(hours=1))
def prune_sessions() -> None:
    """Delete the sessions that have ended, and the devices that were listed for them."""
    delete_in_chunks(Session.objects.filter(expire_date__lt=timezone.now()))
    standing = Session.objects.values("session_key")
    unused = UserSession.objects.filter(last_seen_at__lt=timezone.now() - timedelta(hours=1))
    delete_in_chunks(unused.exclude(session_key__in=standing))


@periodic_task(every=timedelta(hours=1))
def prune_idempotency_keys() -> None:
    """Delete the idempotency keys whose day is over."""
    delete_in_chunks(MadeOnce.objects.ended())


@periodic_task(every=timedelta(hours=6))
def prune_deliveries() -> None:
    """Delete what was sent to webhooks long ago."""
    delete_in_chunks(delivering.forgettable(timezone.now()))


@periodic_task(every=timedelta(days=1))
def prune_tokens() -> None:
    """Delete tokens that expired long ago."""
    delete_in_chunks(Token.objects.filter(expiry__lt=timezone.now() - TOKENS_KEPT))


@periodic_task(every=timedelta(hours=6))
def prune_guests() -> None:
    """Delete for good what guests have left: lists and collections that nobody changed for long, shared ones later."""
    now = timezone.now()
    services.prune(legions=Legion.objects.abandoned(now - GUESTS_KEPT))
    services.prune(legions=Legion.objects.shared_by_guests(now - GUESTS_SHARED_KEPT))
    delete_in_chunks(Collection.objects.abandoned(now - GUESTS_KEPT))


@periodic_task(every=timedelta(days=1))
def prune_trash() -> None:
    """Delete for good the legions that were thrown away so long ago that they cannot be brought back."""
    services.prune(legions=Legion.objects.thrown_away(timezone.now() - TRASH_KEPT))
