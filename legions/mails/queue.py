"""The mail queue: store mails, send due ones to the mail server, and retry failed ones a limited number of times.

A mail server that does not answer costs one timeout for all due mails, not one for each, so that the worker can go on
with other tasks. A mail may be sent twice if the worker is killed between the server's answer and the deletion of the
row.
"""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks import task

from catalog import metrics
from legions.mails import messages
from legions.mails.models import ERROR_LENGTH, RECIPIENT_LENGTH, SUBJECT_LENGTH, OutgoingMail

log = logging.getLogger(__name__)

MAX_STORED_MAILS = 10_000
"""The maximum number of stored mails, failed ones included."""
MAX_TRIES = 7
FIRST_RETRY_DELAY, BACKOFF_FACTOR = timedelta(minutes=1), 4
"""A mail is tried again after 1, 4, 16, 64, 256 and 1,024 minutes: for almost a day."""
BATCH_SIZE = 10
"""The number of mails sent by one run of the task, so that other tasks get their turn."""
CLAIM_DURATION = timedelta(minutes=15)
"""The time for which a mail is reserved for the run that claimed it: far longer than a batch takes, so that no mail is
sent twice.
"""
FAILED_RETENTION = timedelta(days=7)
"""Retention of failed mails, so that admins can see them and send them again."""
SENT_AT = "mails:sent-at"
"""The key of the shared cache with the time of the last mail that was sent."""
UNSENDABLE = (OSError, ValueError)
"""Errors of the mail server (SMTPException is an OSError), and of messages and passwords that cannot be encoded."""


class QueueFull(SMTPException):
    """A mail was refused because too many are stored."""


def store(message: EmailMessage) -> int:
    """Store a mail for the worker. Return 1, or 0 for a mail without recipients. Raises QueueFull."""
    recipients = message.recipients()
    if not recipients:
        return 0
    if OutgoingMail.objects.count() >= MAX_STORED_MAILS:
        raise QueueFull(f"{MAX_STORED_MAILS} mails wait or have failed")
    with transaction.atomic():
        OutgoingMail.objects.create(
            recipient=", ".join(recipients)[:RECIPIENT_LENGTH],
            subject=" ".join(str(message.subject).split())[:SUBJECT_LENGTH],
            content=messages.encrypt(messages.with_reply_address(message)),
            next_at=timezone.now(),
        )
        send_due_mails.enqueue()
    return 1


def send_again(mails: QuerySet[OutgoingMail]) -> int:
    """Queue failed mails again with a new count of tries. Return their number."""
    with transaction.atomic():
        failed = mails.filter(state=OutgoingMail.State.FAILED)
        found = failed.update(state=OutgoingMail.State.WAITING, tries=0, next_at=timezone.now())
        if found:
            send_due_mails.enqueue()
    return found


def last_sent_at() -> datetime | None:
    """Return the time of the last mail that was sent, None if the cache has lost it."""
    sent_at: datetime | None = cache.get(SENT_AT)
    return sent_at


def last_failure() -> str:
    """Return the last answer of the mail server to a mail that is still unsent; empty if there is none."""
    unsent = OutgoingMail.objects.exclude(error="").order_by("-pk").values_list("error", flat=True)
    return unsent.first() or ""


def expired(now: datetime) -> QuerySet[OutgoingMail]:
    """Return the failed mails whose retention has ended at that time."""
    return OutgoingMail.objects.failed().filter(next_at__lt=now - FAILED_RETENTION)


def forget(addresses: list[str]) -> None:
    """Delete the mails to the addresses of a deleted account."""
    OutgoingMail.objects.filter(recipient__in=addresses).delete()


def transport() -> BaseEmailBackend:
    """Return an unopened connection to the configured mail server."""
    return get_connection(settings.MAIL_TRANSPORT)


@task()
def send_due_mails() -> None:
    """Send a batch of due mails, and enqueue the rest."""
    batch = _claim()
    if not batch:
        return
    server = transport()
    try:
        server.open()
        while batch:
            _send_one(server, batch[0])
            del batch[0]
    except UNSENDABLE as error:  # no due mail would be accepted now
        _postpone(Q(pk__in=[mail.pk for mail in batch]) | _due_now(), error)
    finally:
        _close(server)
    if OutgoingMail.objects.filter(_due_now()).exists():
        send_due_mails.enqueue()


def _due_now() -> Q:
    return Q(state=OutgoingMail.State.WAITING, next_at__lte=timezone.now())


@transaction.atomic
def _claim() -> list[OutgoingMail]:
    """Claim due mails for this run and return them. If this worker dies, another run sends them later."""
    due = OutgoingMail.objects.select_for_update().filter(_due_now())
    batch = list(due.order_by("next_at", "pk")[:BATCH_SIZE])
    if batch:
        until = timezone.now() + CLAIM_DURATION
        OutgoingMail.objects.filter(pk__in=[mail.pk for mail in batch]).update(next_at=until)
        send_due_mails.using(run_after=until).enqueue()
    return batch


def _send_one(server: BaseEmailBackend, mail: OutgoingMail) -> None:
    """Send a mail and delete its row. Raises OSError if the server accepts no mails at all."""
    try:
        server.send_messages([messages.decrypt(mail.content)])
    except (*UNSENDABLE, InvalidToken) as error:
        if isinstance(error, OSError) and not _is_about_one_mail(error):
            raise
        _postpone(Q(pk=mail.pk), error)
    else:
        mail.delete()
        cache.set(SENT_AT, timezone.now(), timeout=None)
        metrics.labelled(metrics.MAILS, "sent").inc()


def _is_about_one_mail(error: OSError) -> bool:
    """Return whether the server answered and refused only this mail."""
    refused = isinstance(error, (SMTPRecipientsRefused, SMTPResponseException))
    return refused and getattr(error, "smtp_code", 550) not in {421, -1}


def _close(server: BaseEmailBackend) -> None:
    try:
        server.close()
    except OSError as error:
        log.warning("The connection to the mail server was not closed well: %s", _kind(error))


@transaction.atomic
def _postpone(which: Q, error: Exception) -> None:
    """Count a failed try, and schedule the next one or give up. The log contains neither addresses nor texts."""
    mails = OutgoingMail.objects.filter(pk__in=list(OutgoingMail.objects.filter(which).values_list("pk", flat=True)))
    now, described = timezone.now(), describe(error)[:ERROR_LENGTH]
    given_up = mails.filter(tries=MAX_TRIES - 1).update(
        tries=MAX_TRIES, state=OutgoingMail.State.FAILED, next_at=now, error=described
    )
    metrics.labelled(metrics.MAILS, "given-up").inc(given_up)
    if given_up:
        log.error("%d mails are given up after %d tries: %s", given_up, MAX_TRIES, _kind(error))
    for tries in reversed(range(1, MAX_TRIES)):  # in descending order, so that no mail is counted twice
        next_at = now + FIRST_RETRY_DELAY * BACKOFF_FACTOR ** (tries - 1)
        if postponed := mails.filter(tries=tries - 1).update(tries=tries, next_at=next_at, error=described):
            send_due_mails.using(run_after=next_at).enqueue()
            metrics.labelled(metrics.MAILS, "postponed").inc(postponed)
            log.warning("%d mails were not sent at try %d of %d: %s", postponed, tries, MAX_TRIES, _kind(error))


def _kind(error: Exception) -> str:
    """Return a description of an error for the log, without the server's answer, which may contain an address."""
    return f"{type(error).__name__} {getattr(error, 'smtp_code', '')}".strip()


def describe(error: Exception) -> str:
    """Return a description of an error for the admin, with the server's answer."""
    if isinstance(error, SMTPRecipientsRefused):
        return "; ".join(f"{code} {_text(answer)}" for code, answer in error.recipients.values())
    if isinstance(error, SMTPResponseException):
        return f"{error.smtp_code} {_text(error.smtp_error)}"
    if isinstance(error, OSError):
        return f"{type(error).__name__}: {error.strerror or error}"
    if isinstance(error, InvalidToken):
        return "stored under another SECRET_KEY: add that one to SECRET_KEY_FALLBACKS"
    return _kind(error)


def _text(answer: bytes | str) -> str:
    return answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
