"""Signatures as Standard Webhooks 1.0.0 has them: HMAC-SHA256 over id, time and body."""

import base64
import hashlib
import hmac
import secrets

from legions.accounts.locking import locks

PREFIX = "whsec_"
BYTES = 32
PURPOSE = b"muster: secrets of webhooks"


def new_secret() -> str:
    """Return a secret as its owner keeps it: `whsec_` and base64 of random bytes."""
    return PREFIX + base64.b64encode(secrets.token_bytes(BYTES)).decode()


def lock(secret: str) -> str:
    """Return a secret as it is stored."""
    return locks(PURPOSE).encrypt(secret.encode()).decode()


def unlock(stored: str) -> str:
    """Return a stored secret. Raises cryptography's InvalidToken when no key of the site opens it."""
    return locks(PURPOSE).decrypt(stored.encode()).decode()


def sign(secret: str, message: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a message sent at `timestamp` (Unix seconds)."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key, f"{message}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed.digest()).decode()}"
