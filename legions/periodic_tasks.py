"""Periodic tasks that delete expired data of people and their legions."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from catalog.background.periodic import delete_in_chunks, periodic_task
from legions.accounts.holders import GUEST_RETENTION, SHARED_GUEST_RETENTION
from legions.api_tokens.models import IdempotencyRecord, Token
from legions.campaigns import pruning
from legions.campaigns.models import Campaign
from legions.mails import queue as mails
from legions.saved_lists import services
from legions.saved_lists.models import Legion
from legions.webhooks import delivery

TRASH_RETENTION = timedelta(days=30)
"""The time for which a deleted legion can be restored."""

EXPIRED_TOKEN_RETENTION = timedelta(days=90)
"""The time for which an expired token is shown to its owner."""


@periodic_task(every=timedelta(hours=1))
def prune_sessions() -> None:
    """Delete expired sessions and their devices."""
    delete_in_chunks(Session.objects.filter(expire_date__lt=timezone.now()))
    standing = Session.objects.values("session_key")
    unused = UserSession.objects.filter(last_seen_at__lt=timezone.now() - timedelta(hours=1))
    delete_in_chunks(unused.exclude(session_key__in=standing))


@periodic_task(every=timedelta(hours=1))
def prune_idempotency_keys() -> None:
    """Delete expired idempotency keys."""
    delete_in_chunks(IdempotencyRecord.objects.expired())


@periodic_task(every=timedelta(hours=6))
def prune_deliveries() -> None:
    """Delete old webhook deliveries."""
    delete_in_chunks(delivery.expired_deliveries(timezone.now()))


@periodic_task(every=timedelta(hours=6))
def prune_mails() -> None:
    """Delete mails that failed long ago."""
    delete_in_chunks(mails.expired(timezone.now()))


@periodic_task(every=timedelta(days=1))
def prune_tokens() -> None:
    """Delete tokens that expired long ago."""
    delete_in_chunks(Token.objects.filter(expiry__lt=timezone.now() - EXPIRED_TOKEN_RETENTION))


@periodic_task(every=timedelta(hours=6))
def prune_guests() -> None:
    """Delete permanently what guests have not changed for long: lists, collections, and numbers of their own.

    Shared lists are kept longer. A guest who leads or plays in a campaign keeps everything; a campaign of guests alone
    is deleted a year after its last change.
    """
    now = timezone.now()
    delete_in_chunks(Campaign.objects.abandoned(now - SHARED_GUEST_RETENTION))
    services.delete_for_good(legions=pruning.abandoned_legions(now - GUEST_RETENTION))
    services.delete_for_good(legions=pruning.abandoned_shared_legions(now - SHARED_GUEST_RETENTION))
    delete_in_chunks(pruning.abandoned_collections(now - GUEST_RETENTION))
    delete_in_chunks(pruning.abandoned_numbers(now - GUEST_RETENTION))


@periodic_task(every=timedelta(days=1))
def prune_trash() -> None:
    """Delete permanently the legions whose time for restoring is over."""
    services.delete_for_good(legions=Legion.objects.deleted_before(timezone.now() - TRASH_RETENTION))
