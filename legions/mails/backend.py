"""The email backend: it stores mails for the worker, so that no request waits for a mail server."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from legions.mails import queue


class QueueEmailBackend(BaseEmailBackend):
    """An email backend that stores each mail in the transaction of its sender."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store mails and return their number. Raises QueueFull, unless `fail_silently` is set."""
        try:
            return sum(queue.store(message) for message in email_messages)
        except queue.QueueFull:
            if not self.fail_silently:
                raise
            return 0
