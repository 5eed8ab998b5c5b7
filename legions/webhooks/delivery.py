"""Deliveries of messages: note them, send them in the worker, retry, and give up.

Each attempt schedules the next one before it begins, in one transaction with its own record, so that no message is lost
if the worker is killed. Most scheduled attempts find nothing to do, because the previous one succeeded.
"""

import logging
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from smtplib import SMTPException
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django_tasks import task
from standardwebhooks import Webhook as Signer

from catalog.api import changes
from catalog.api_base.renderers import dumps
from catalog.models import Release
from legions.webhooks import address_policy, http_client
from legions.webhooks import signatures as webhooks_signatures
from legions.webhooks.http_client import NetworkAccess, PostResult
from legions.webhooks.models import Delivery, DeliveryAttempt, Webhook

log = logging.getLogger(__name__)

State = Delivery.State
MAX_TRIES = 8
FIRST_RETRY_DELAY = timedelta(seconds=80)
BACKOFF_FACTOR = 3
"""The factor between the delays: eight attempts take about a day and twenty minutes."""
JITTER = 0.2
"""The random part of each delay, so that deliveries that failed together are not retried together."""
MAX_RETRY_DELAY = timedelta(hours=12)
"""The maximum delay that a response may ask for (Retry-After)."""
ABANDONED_AFTER = timedelta(minutes=2)
"""The time after which a last attempt without a result has failed."""
MAX_FAILED_DELIVERIES = 3
"""The number of failed deliveries in a row after which a webhook is switched off."""
LOG_RETENTION = timedelta(days=30)
MAX_LOGGED = 200
"""The retention of the log: its time, and the number of messages per webhook."""
TASK_PRIORITY = -10
"""Completions have priority, because users wait for them."""
USER_AGENT = "Muster-Webhooks/1"

SORTS = ("added", "changed", "renamed", "retired")
_chance = secrets.SystemRandom()


def network_access() -> NetworkAccess:
    """Return the network access for webhooks with the site's address policy."""
    return NetworkAccess(address_policy.AddressPolicy(at_home=settings.WEBHOOKS_TO_LOCALHOST))


# -- recording -----------------------------------------------------------------------------------------------------


def note_release(release: Release) -> None:
    """Note a message about a release for every active webhook. Call it in the transaction that publishes."""
    hooks = list(Webhook.objects.active())
    if hooks:
        note_deliveries(
            hooks,
            Delivery.Event.RELEASE,
            release_payload(release),
            noted_at=release.published_at,
            release=release.number,
        )


def release_payload(release: Release) -> dict[str, Any]:
    """Return the message about a release: its number of changes by game. Addresses are added for each webhook."""
    games = [
        {"game": game, **{sort: counts[sort] for sort in SORTS}}
        for game, counts in sorted(changes.count_changes(release.number).items())
    ]
    return {
        "release": release.number,
        "why": release.why,
        "games": games,
        **{sort: sum(game[sort] for game in games) for sort in SORTS},
    }


def note_deliveries(
    hooks: Iterable[Webhook],
    event: Delivery.Event,
    data: Mapping[str, Any],
    *,
    noted_at: datetime,
    release: int | None = None,
) -> list[Delivery]:
    """Note a message for each webhook, to be sent by the worker after the end of the transaction."""
    made = [
        Delivery(
            hook=hook,
            event=event,
            release=release,
            body=dumps(
                {"type": event.value, "timestamp": noted_at, "data": {**data, **_addresses(hook, release)}}
            ).decode(),
            next_at=noted_at,
            created_at=noted_at,
        )
        for hook in hooks
    ]
    expired_deliveries(noted_at).delete()
    for delivery in Delivery.objects.bulk_create(made):
        schedule_attempt(delivery, None)
    return made


def expired_deliveries(now: datetime) -> QuerySet[Delivery]:
    """Return the deliveries whose retention in the log has ended at a time."""
    return Delivery.objects.filter(created_at__lt=now - LOG_RETENTION).exclude(state=State.WAITING)


def _addresses(hook: Webhook, release: int | None) -> dict[str, str]:
    """Return addresses with more information: about the release, or for a test the webhook itself."""
    site = hook.site.rstrip("/")
    if release is None:
        return {"webhook": site + reverse("api-webhook", args=[hook.pk])}
    return {
        "changes": f"{site}{reverse('api-changes')}?since={release - 1}&release={release}",
        "bulk": f"{site}{reverse('api-bulk')}?release={release}",
    }


def schedule_attempt(delivery: Delivery, run_after: datetime | None) -> None:
    """Schedule an attempt in the worker for a time, or with None as soon as possible."""
    run_attempt.using(run_after=run_after).enqueue(str(delivery.pk))


# -- attempts ------------------------------------------------------------------------------------------------------


@task(priority=TASK_PRIORITY)
def run_attempt(number: str) -> None:
    """Run an attempt of a delivery if it is due."""
    try_delivery(UUID(number))


def try_delivery(number: UUID) -> None:
    """Run an attempt of a delivery if it waits and is due, and record the result."""
    delivery = _claim(number)
    if delivery is None:
        return
    at = timezone.now()
    outcome = _post(delivery, at)
    with transaction.atomic():
        found = Delivery.objects.select_for_update().filter(pk=number).first()
        if found is None:  # removed in the meantime
            return
        DeliveryAttempt.objects.create(
            delivery=found,
            number=delivery.tries,
            at=at,
            took=outcome.took,
            status=outcome.status,
            trouble=outcome.trouble,
            answer=outcome.answer,
        )
        off = _record_outcome(found, outcome)
        _prune(found.hook_id)
    if off is not None:
        mail_owner(off)


def _claim(number: UUID) -> Delivery | None:
    """Return a delivery that is due, or None; its next attempt is scheduled already."""
    now = timezone.now()
    with transaction.atomic():
        waiting = Delivery.objects.select_for_update(of=("self",)).select_related("hook")
        delivery = waiting.filter(pk=number, state=State.WAITING, next_at__lte=now).first()
        if delivery is None:
            return None
        if delivery.tries >= max_attempts(delivery):
            _end(delivery, State.FAILED)  # the last attempt, which had no result
            return None
        delivery.tries += 1
        last = delivery.tries == max_attempts(delivery)
        delivery.next_at = now + (ABANDONED_AFTER if last else retry_delay(delivery.tries))
        delivery.save(update_fields=["tries", "next_at"])
        schedule_attempt(delivery, delivery.next_at)
        return delivery


def max_attempts(delivery: Delivery) -> int:
    """Return the maximum number of attempts. A test has one attempt, because a user waits for its result."""
    return 1 if delivery.event == Delivery.Event.PING else MAX_TRIES


def retry_delay(tries: int) -> timedelta:
    """Return the delay of the next attempt after a number of attempts."""
    return FIRST_RETRY_DELAY * BACKOFF_FACTOR ** (tries - 1) * _chance.uniform(1 - JITTER, 1 + JITTER)


def _post(delivery: Delivery, sent_at: datetime) -> PostResult:
    hook, message = delivery.hook, delivery.message
    stored = [hook.secret]
    if hook.former_until is not None and hook.former_until > sent_at:
        stored.append(hook.former_secret)
    try:
        signatures = [
            Signer(webhooks_signatures.decrypt_secret(one)).sign(message, sent_at, delivery.body) for one in stored
        ]
    except InvalidToken:
        log.error("A webhook’s secret was locked with another SECRET_KEY. Add that one to SECRET_KEY_FALLBACKS.")
        return PostResult(DeliveryAttempt.Failure.LOCKED, 0)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"{USER_AGENT} (+{hook.site.rstrip('/')}{reverse('developers')}#webhooks)",
        "webhook-id": message,
        "webhook-timestamp": str(int(sent_at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
    return http_client.post(hook.url, delivery.body.encode(), headers, network_access())


def _record_outcome(delivery: Delivery, outcome: PostResult) -> Webhook | None:
    """Record the result of an attempt, and return the webhook if it is switched off because of it."""
    if delivery.state != State.WAITING:  # switched off in the meantime; the log has the response
        return None
    hook = Webhook.objects.select_for_update().get(pk=delivery.hook_id)
    if not outcome.trouble:
        _end(delivery, State.DELIVERED)
        Webhook.objects.filter(pk=hook.pk, failed__gt=0).update(failed=0)
        return None
    if outcome.status == 410 and not hook.off:
        switch_off(hook, Webhook.DisabledReason.GONE)
        return hook
    if delivery.tries < max_attempts(delivery) and outcome.status != 410:
        _reschedule(delivery, outcome.after)
        return None
    _end(delivery, State.FAILED)
    if delivery.event == Delivery.Event.PING or hook.off:
        return None
    hook.failed += 1
    hook.save(update_fields=["failed"])
    if hook.failed < MAX_FAILED_DELIVERIES:
        return None
    switch_off(hook, Webhook.DisabledReason.FAILING)
    return hook


def _reschedule(delivery: Delivery, seconds: int | None) -> None:
    """Postpone the next attempt if the response asks for a longer delay."""
    retry_at = timezone.now() + min(timedelta(seconds=seconds or 0), MAX_RETRY_DELAY)
    if delivery.next_at is not None and retry_at > delivery.next_at:
        delivery.next_at = retry_at
        delivery.save(update_fields=["next_at"])
        schedule_attempt(delivery, retry_at)


def _end(delivery: Delivery, state: Delivery.State) -> None:
    delivery.state, delivery.next_at = state, None
    delivery.save(update_fields=["state", "next_at"])


def _prune(hook: Any) -> None:
    """Delete the oldest messages of a webhook with too many."""
    deliveries = Delivery.objects.filter(hook=hook)
    oldest = deliveries.order_by("-created_at", "-pk").values_list("pk", flat=True)[MAX_LOGGED : MAX_LOGGED + 100]
    deliveries.filter(pk__in=list(oldest)).exclude(state=State.WAITING).delete()


# -- switching off -------------------------------------------------------------------------------------------------


def switch_off(hook: Webhook, why: Webhook.DisabledReason) -> None:
    """Switch off a webhook and cancel its waiting deliveries, until its owner switches it on."""
    hook.off, hook.failed = why, 0
    hook.save(update_fields=["off", "failed"])
    waiting = Delivery.objects.filter(hook=hook, state=State.WAITING)
    waiting.update(state=State.FAILED, next_at=None)


def mail_owner(hook: Webhook) -> None:
    """Send the owner of a webhook a mail that it was switched off, if they have an address."""
    address = EmailAddress.objects.get_primary(hook.user)
    if address is None:
        return
    with translation.override(hook.language):
        context = {"hook": hook, "page": hook.site.rstrip("/") + reverse("webhooks")}
        subject = render_to_string("account/email/webhook_off_subject.txt", context).strip()
        message = render_to_string("account/email/webhook_off_message.txt", context)
    try:
        send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, message, None, [address.email])
    except (OSError, SMTPException) as error:
        log.error("The mail about a webhook that was switched off was not sent: %s", error)
