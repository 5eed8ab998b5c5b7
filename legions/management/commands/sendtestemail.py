"""`manage.py sendtestemail ADDRESS`: send a mail immediately, without the worker, to test the mail server."""

import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from catalog.console import printable
from legions.mails import messages, queue


class Command(BaseCommand):
    """This replaces Django's command, which would only queue the mail and not show the answer of the mail server."""

    help = "Send a test mail at once, without the worker, and show the response of the mail server."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the argument for the addresses."""
        parser.add_argument("email", nargs="+", help="an address to send to")

    def handle(self, *, email: list[str], **options: Any) -> None:
        """Send the mail. Raises CommandError with the answer of the mail server."""
        for address in email:
            try:
                validate_email(address)
            except ValidationError as error:
                raise CommandError(f"“{printable(address)}” is not a mail address.") from error
        subject = f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}test mail from {socket.gethostname()}"
        text = "This mail shows that Muster can send mails.\n"
        message = messages.with_reply_address(EmailMessage(subject, text, to=email))
        try:
            queue.transport().send_messages([message])
        except queue.UNSENDABLE as error:
            place = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
            raise CommandError(f"The mail server {place} rejected the mail: {queue.describe(error)}.") from None
        self.stdout.write(f"Sent a test mail to {', '.join(email)}.")
