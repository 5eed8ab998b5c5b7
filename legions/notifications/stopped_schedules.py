"""Mails to curators whose scheduled release could not be published, with the reason."""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation
from django_tasks import task

from catalog.models.upcoming import UpcomingRelease
from catalog.publishing import scheduling


def enqueue_notification(upcoming: UpcomingRelease) -> None:
    """Enqueue the mail to the scheduler; called in the transaction that stops the schedule."""
    notify_scheduler.enqueue(upcoming.pk)


@task()
def notify_scheduler(number: int, _tries: int = 0) -> None:
    """Mail the scheduler of a stopped upcoming release, unless the problem was resolved.

    Version 0.1.0 queued a second argument, which is ignored: failed mails are retried by the mail queue.
    """
    upcoming = scheduling.stopped_schedules().select_related("by").filter(pk=number, by__is_active=True).first()
    address = upcoming and EmailAddress.objects.filter(user=upcoming.by, verified=True).order_by("-primary").first()
    if address:
        _send_mail(upcoming, address.email)


def _send_mail(upcoming: UpcomingRelease, address: str) -> None:
    with translation.override(upcoming.language):
        context = {"upcoming": upcoming}
        subject = " ".join(render_to_string("account/email/schedule_stopped_subject.txt", context).split())
        text = render_to_string("account/email/schedule_stopped_message.txt", context)
    send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, text, None, [address])
