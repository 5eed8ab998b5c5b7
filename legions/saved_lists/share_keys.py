"""The keys of links under which a list is shared, and what is stored of a link that has ended."""

import hashlib
import re
import secrets

from django.db import models

KEY_AND_MARKS = r"[A-Za-z0-9_-]{1,67}(?:/[/*~_-]*[^\w/-].*|//+)"
"""The part of an address that has a key and behind its slash only what stood there in a text."""
_KEY_AND_MARKS = re.compile(r"(?P<key>[A-Za-z0-9_-]{1,67})[/*~_-]*(?:[^\w/-].*)?", re.DOTALL)


SHARE_KEY_BYTES = 24  # 192 random bits
SHARE_KEY_LENGTH = SHARE_KEY_BYTES * 4 // 3
"""Characters of a key in base64url."""

SHARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


def hash_share_key(share_key: str) -> str:
    """Return what is kept of a key that was ended: enough to know it again, too little to use it."""
    return hashlib.sha256(share_key.encode()).hexdigest()


def new_share_key() -> str:
    """Return a key that cannot be guessed, fit for an address."""
    return secrets.token_urlsafe(SHARE_KEY_BYTES)


class EndedLink(models.Model):
    """A link for others that was ended or replaced, so that who still has it is told so. Nothing says whose it was."""

    key_hash = models.CharField(max_length=64, primary_key=True)
    ended_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"ended {self.ended_at:%Y-%m-%d}"


def keys_before_marks(path: str) -> list[str]:
    """Return what may be the key with which the rest of an address begins, none if more than marks follow it."""
    found = _KEY_AND_MARKS.fullmatch(path)
    keys = dict.fromkeys((found["key"], found["key"].rstrip("_-"))) if found else {}
    return [key for key in keys if key != path]
