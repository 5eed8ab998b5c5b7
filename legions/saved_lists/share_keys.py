"""Keys of share links, and the record of ended links."""

import hashlib
import re
import secrets

from django.db import models

KEY_AND_MARKS = r"[A-Za-z0-9_-]{1,67}(?:/[/*~_-]*[^\w/-].*|//+)"
"""Pattern of an address part with a key and, after a slash, only punctuation copied from the surrounding text."""
_KEY_AND_MARKS = re.compile(r"(?P<key>[A-Za-z0-9_-]{1,67})[/*~_-]*(?:[^\w/-].*)?", re.DOTALL)


SHARE_KEY_BYTES = 24  # 192 random bits
SHARE_KEY_LENGTH = SHARE_KEY_BYTES * 4 // 3
"""The number of characters of a key in base64url."""

SHARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


def hash_share_key(share_key: str) -> str:
    """Return the stored digest of an ended key: enough to recognize it, too little to use it."""
    return hashlib.sha256(share_key.encode()).hexdigest()


def new_share_key() -> str:
    """Return a random key, safe for URLs."""
    return secrets.token_urlsafe(SHARE_KEY_BYTES)


class EndedLink(models.Model):
    """A share link that was ended or replaced, so that its visitors can be informed. It contains nothing about the
    owner.
    """

    key_hash = models.CharField(max_length=64, primary_key=True)
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ended {self.ended_at:%Y-%m-%d}"


def keys_before_marks(path: str) -> list[str]:
    """Return the possible keys at the beginning of an address part, none if more than punctuation follows."""
    found = _KEY_AND_MARKS.fullmatch(path)
    key = found["key"] if found else ""
    stripped = key.rstrip("_-")
    # A key may itself end with the character that a text has set behind it.
    keys = dict.fromkeys((key, stripped, key[: max(len(stripped), SHARE_KEY_LENGTH)]))
    return [one for one in keys if one and one != path]
