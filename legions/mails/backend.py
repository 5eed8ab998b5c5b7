"""The email backend of the site: it stores mails for the worker, so that no request waits for a mail server."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from legions.mails import queue


class QueueEmailBackend(BaseEmailBackend):
    """Stores each mail in the transaction of its sender."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Store mails and return how many. Raises QueueFull, unless failures are to be silent."""
        try:
            return sum(queue.store(message) for message in email_messages)
        except queue.QueueFull:
            if not self.fail_silently:
                raise
            return 0
