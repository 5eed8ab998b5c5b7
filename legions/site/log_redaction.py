"""What must not stand in the logs: whoever reads them is not who a secret was given to."""

import logging
import re
from copy import copy

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
"""Where the next part of an address is a secret: whoever has it sees a list, a campaign or an adventure, takes a seat,
confirms an address, sets a password."""

# A slash as it stands in an address, in the query of another one, and in the query of one that stands in a query.
_SLASH = r"(?:/|%(?:25)*2F)"
_PATH = re.compile(
    rf"({_SLASH}(?:{'|'.join(path.replace('/', _SLASH) for path in SECRET_PATHS)}){_SLASH})(?:[\w.:~-]|%(?:25)*3A)+",
    re.IGNORECASE,
)
_OTHERS = (
    (re.compile(r"\bmuster_[\w-]+"), "muster_…"),  # personal tokens
    (re.compile(r"\bwhsec_[\w+/=-]+"), "whsec_…"),  # secrets of webhooks
    (re.compile(r"\b(Bearer|Basic)\s+[^\s'\",]+", re.IGNORECASE), r"\1 …"),
    (re.compile(r"\b((?:__Host-)?(?:sessionid|csrftoken|device)=)[^\s;,'\"]+"), r"\1…"),
    (re.compile(r"([?&;](?:key|token|secret|password)=)[^\s&;'\"]+", re.IGNORECASE), r"\1…"),
    (re.compile(r"(\w://[^\s:/@]*:)[^\s/@]+(?=@)"), r"\1…"),  # the password in the address of a database or cache
    (re.compile(rf"({_SLASH}l{_SLASH}(?:#|%(?:25)*23)?)1[\w-]{{9,}}", re.IGNORECASE), r"\1…"),  # a list in a link
    # What a database says of two rows with one key.
    (re.compile(r"(\((?:[^()]*, )?(?:[a-z]+_key|digest|key|secret)\)=\()[^)]*"), r"\1…"),
)


def redact(text: str) -> str:
    """Return `text` with an ellipsis for each share key, token, session, password and key of a mail in it."""
    text = _PATH.sub(r"\1…", text)
    for secret, instead in _OTHERS:
        text = secret.sub(instead, text)
    return text


class RedactingFormatter(logging.Formatter):
    """Writes a record, with the traceback beside it, without the secrets that stand in it.

    What Django refuses as not to be trusted, a wrong host or too many fields, is one line: anybody can send it, as
    often as they like, and where in the program it was noticed says nothing more.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        if record.name.startswith("django.security."):
            record = copy(record)
            record.exc_info = record.exc_text = None
        return redact(super().format(record))
