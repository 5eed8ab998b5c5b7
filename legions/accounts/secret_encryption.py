"""Secrets that have to be read again, locked with the secret key of the site: a copy of the database tells none.

Each purpose has a key of its own, derived from `SECRET_KEY`; former keys (`SECRET_KEY_FALLBACKS`) still unlock.
"""

import base64

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def secret_box(purpose: bytes) -> MultiFernet:
    """Return what locks for `purpose` with the secret key, and unlocks with that and former ones."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = [HKDF(SHA256(), 32, salt=None, info=purpose).derive(key.encode()) for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
