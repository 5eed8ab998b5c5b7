"""Removal of secrets from logs: the readers of logs are not the people a secret was given to."""

import logging
import re
from copy import copy

from catalog import log_context

SECRET_PATHS = (
    "s",
    "campaigns/join",
    "campaigns/read",
    "adventures/shared",
    "api/v1/legions/shared",
    "api/v1/completions",
    "account/confirm-email",
    "account/password/reset/key",
)
"""Paths whose next segment is a secret. It opens a list, a campaign or an adventure, joins a campaign, confirms an
address, or sets a password.
"""

# A part of an address, with whatever follows in the same text if it is percent-encoded.
_SEGMENT = r"[^\s/?&#'\"<>]+"
# Spaces that somebody typed within a key, and what follows them in this part of the address.
_SPACED = rf"(?:(?:[ \t]+{_SEGMENT}){{1,3}}(?=/|$))?"
# A slash, plain, percent-encoded once (in the query of another address), or percent-encoded several times.
_SLASH = r"(?:/|%(?:25)*2F)"
_PATH = re.compile(
    rf"({_SLASH}(?:{'|'.join(path.replace('/', f'{_SLASH}+') for path in SECRET_PATHS)}){_SLASH}+)"
    rf"\s*{_SEGMENT}{_SPACED}",
    re.IGNORECASE | re.MULTILINE,
)
_KEY_LENGTH = 20
_SECRET_PATTERNS = (
    # A key in a mistyped address: other long parts of addresses do not mix capital and small letters with digits.
    (re.compile(rf"({_SLASH})(?=\w*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{{{_KEY_LENGTH},}}"), r"\1…"),
    (re.compile(r"\bmuster_[\w-]+"), "muster_…"),  # personal tokens
    (re.compile(r"\bwhsec_[\w+/=-]+"), "whsec_…"),  # secrets of webhooks
    (re.compile(r"\b(Bearer|Basic)\s+[^\s'\",]+", re.IGNORECASE), r"\1 …"),
    (re.compile(r"\b((?:__Host-)?(?:sessionid|csrftoken|device)=)[^\s;,'\"]+"), r"\1…"),
    (re.compile(r"([?&;](?:key|token|secret|password)=)[^\s&;'\"]+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(\w://[^\s:/@]*:)[^\s/@]+(?=@)"), r"\1…"),  # the password in the address of a database or cache
    (re.compile(rf"({_SLASH}l{_SLASH}(?:#|%(?:25)*23)?)1[\w-]{{9,}}", re.IGNORECASE), r"\1…"),  # a list in a link
    # PostgreSQL's message about two rows with one key.
    (re.compile(r"(\((?:[^()]*, )?(?:[a-z]+_key|digest|key|secret)\)=\()[^)]*"), r"\1…"),
)


def redact(text: str) -> str:
    """Return `text` with an ellipsis for each share key, token, session, password and mail key in it."""
    text = _PATH.sub(r"\1…", text)
    for secret, instead in _SECRET_PATTERNS:
        text = secret.sub(instead, text)
    return text


class RedactingFormatter(logging.Formatter):
    """A formatter that removes secrets from log records and their tracebacks.

    Records of Django's security loggers, for example a wrong host or too many fields, have one line without a
    traceback: anybody can cause them as often as they like, and the traceback adds nothing.
    """

    def format(self, record: logging.LogRecord) -> str:
        text = redact(super().format(without_needless_traceback(record)))
        if not (number := log_context.request_id()):
            return text
        first, *further = text.split("\n", 1)
        return "\n".join([f"{first} [{number}]", *further])


def without_needless_traceback(record: logging.LogRecord) -> logging.LogRecord:
    """Return a record of Django's security loggers without its traceback, and any other record unchanged."""
    if record.name.startswith("django.security."):
        record = copy(record)
        record.exc_info = record.exc_text = None
    return record
