"""Secrets that messages are signed with, as Standard Webhooks spells them, and how they are stored."""

import base64
import secrets

from legions.accounts.secret_encryption import secret_box

PREFIX = "whsec_"
SECRET_BYTES = 32
PURPOSE = b"muster: secrets of webhooks"


def new_secret() -> str:
    """Return a secret as its owner keeps it: `whsec_` and base64 of random bytes."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypt_secret(secret: str) -> str:
    """Return a secret as it is stored."""
    return secret_box(PURPOSE).encrypt(secret.encode()).decode()


def decrypt_secret(stored: str) -> str:
    """Return a stored secret. Raises cryptography's InvalidToken when no key of the site opens it."""
    return secret_box(PURPOSE).decrypt(stored.encode()).decode()
