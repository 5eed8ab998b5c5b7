"""Signing secrets in the form of Standard Webhooks, and their encryption for storage."""

import base64
import secrets

from legions.accounts.secret_encryption import secret_box

PREFIX = "whsec_"
SECRET_BYTES = 32
PURPOSE = b"muster: secrets of webhooks"


def new_secret() -> str:
    """Return a new secret: `whsec_` and base64 of random bytes."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypt_secret(secret: str) -> str:
    """Return a secret encrypted for storage."""
    return secret_box(PURPOSE).encrypt(secret.encode()).decode()


def decrypt_secret(stored: str) -> str:
    """Return a decrypted secret. Raises cryptography's InvalidToken if no key of the site can decrypt it."""
    return secret_box(PURPOSE).decrypt(stored.encode()).decode()
