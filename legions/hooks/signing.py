"""Secrets that messages are signed with, as Standard Webhooks spells them, and how they are stored."""

import base64
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
