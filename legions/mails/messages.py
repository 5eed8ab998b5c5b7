"""The stored form of mails: their parts as JSON, encrypted with the site's secret key."""

import json
from email.utils import formatdate, make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import DNS_NAME, EmailMessage, EmailMultiAlternatives

from legions.accounts.secret_encryption import secret_box

PURPOSE = b"muster: mails"
LISTS = ("to", "cc", "bcc", "reply_to")


def encrypt(message: EmailMessage) -> str:
    """Return a message encrypted for storage. Date and id are set now, so that recipients recognize a duplicate."""
    if message.attachments:
        raise ValueError("A mail with attachments cannot wait for the worker.")
    fixed = {"Date": formatdate(), "Message-ID": make_msgid(domain=str(DNS_NAME))}
    parts: dict[str, Any] = {name: list(getattr(message, name)) for name in LISTS}
    parts |= {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": message.from_email,
        "headers": fixed | message.extra_headers,
        "alternatives": [[str(content), kind] for content, kind in getattr(message, "alternatives", [])],
    }
    return secret_box(PURPOSE).encrypt(json.dumps(parts).encode()).decode()


def decrypt(stored: str) -> EmailMultiAlternatives:
    """Return a stored message. Raises cryptography's InvalidToken if no key of the site decrypts it."""
    return EmailMultiAlternatives(**json.loads(secret_box(PURPOSE).decrypt(stored.encode())))


def with_reply_address(message: EmailMessage) -> EmailMessage:
    """Return a message with the reply address of the site, unless it has its own."""
    if settings.MAIL_REPLY_TO and not message.reply_to:
        message.reply_to = [settings.MAIL_REPLY_TO]
    return message
