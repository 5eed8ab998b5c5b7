"""Encryption of stored secrets with the site's secret key: a copy of the database does not reveal them.

Each purpose has its own key, derived from `SECRET_KEY`; former keys (`SECRET_KEY_FALLBACKS`) still decrypt.
"""

import base64

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def secret_box(purpose: bytes) -> MultiFernet:
    """Return the cipher for `purpose`. It encrypts with the secret key and decrypts with it and former ones."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = [HKDF(SHA256(), 32, salt=None, info=purpose).derive(key.encode()) for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
