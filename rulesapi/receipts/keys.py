"""The keys that receipts are signed with: the one in use, and the public halves of those that were.

A key is 32 bytes of Ed25519 (RFC 8032) in base64url. The one in use comes from the environment, or from the file that
`manage.py make_signing_key --keep` writes; the former ones are public halves, each with the day it was last used on.
"""

import base64
import hashlib
import os
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from catalog.documents.canonical import compact

KEY_FILE = "signing-key"
KEY_ID_LENGTH = 16
_BYTES = 32


class PublicKey(NamedTuple):
    """What signatures are verified with. `until` is when it was given up; None for the one in use."""

    raw: bytes
    until: datetime | None = None

    @property
    def id(self) -> str:
        """What receipts call it: the beginning of its thumbprint (RFC 7638)."""
        thumbprint = hashlib.sha256(compact(self._point()).encode()).digest()
        return base64url_encode(thumbprint)[:KEY_ID_LENGTH]

    def as_jwk(self) -> dict[str, Any]:
        """Return the key as RFC 8037 writes it, with `exp` in seconds where it is a former one."""
        ended = {} if self.until is None else {"exp": int(self.until.timestamp())}
        return {**self._point(), "kid": self.id, "use": "sig", "alg": "EdDSA", **ended}

    def signed(self, signature: bytes, message: bytes) -> bool:
        """Return whether the signature of a message was made with the other half of this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except InvalidSignature:
            return False
        return True

    def _point(self) -> dict[str, str]:
        return {"crv": "Ed25519", "kty": "OKP", "x": base64url_encode(self.raw)}


class SigningKey(NamedTuple):
    """What receipts are signed with."""

    private: Ed25519PrivateKey

    @property
    def public(self) -> PublicKey:
        """The half that everybody may have."""
        return PublicKey(self.private.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as it stands in the environment. It is a secret."""
        return base64url_encode(self.private.private_bytes_raw())


def base64url_encode(raw: bytes) -> str:
    """Return bytes in base64url without the signs that fill it up."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def base64url_decode(text: str) -> bytes:
    """Return the bytes that `spelled` wrote. Raises ValueError for what it would not write."""
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if base64url_encode(raw) != text:
        raise ValueError("not base64url as it is written here")
    return raw


def new_key() -> SigningKey:
    """Return a key that nobody has."""
    return SigningKey(Ed25519PrivateKey.generate())


def signing_key() -> SigningKey | None:
    """Return the key in use; None where whoever runs this site has given none. Raises ImproperlyConfigured."""
    text = settings.SIGNING_KEY or _stored_key(Path(settings.VAR_DIR) / KEY_FILE)
    return _parse_signing_key(text) if text else None


def public_keys() -> Mapping[str, PublicKey]:
    """Return the keys whose receipts are good, by their ids, the one in use first. Raises ImproperlyConfigured."""
    now = signing_key()
    former = [_parse_former_key(text) for text in settings.FORMER_SIGNING_KEYS]
    return {key.id: key for key in ([now.public] if now else []) + former}


def save_key(key: SigningKey) -> Path:
    """Write a key into its file, which only this account of the machine can read. Raises FileExistsError."""
    file = Path(settings.VAR_DIR) / KEY_FILE
    file.parent.mkdir(parents=True, exist_ok=True)
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
        opened.write(f"{key.text}\n")
    return file


def _stored_key(file: Path) -> str:
    try:
        return file.read_text("ascii").strip()
    except FileNotFoundError:
        return ""


@lru_cache(maxsize=2)
def _parse_signing_key(text: str) -> SigningKey:
    return SigningKey(Ed25519PrivateKey.from_private_bytes(_bytes(text, "SIGNING_KEY")))


@lru_cache(maxsize=32)
def _parse_former_key(text: str) -> PublicKey:
    key, _, day = text.strip().partition("@")
    try:
        last = datetime.combine(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).date(), time(), UTC)
    except ValueError as error:
        raise ImproperlyConfigured(
            "FORMER_SIGNING_KEYS has public keys with the day they were last used on: KEY@2026-11-22, with commas."
        ) from error
    return PublicKey(_bytes(key, "FORMER_SIGNING_KEYS"), last + timedelta(days=1))


def _bytes(text: str, where: str) -> bytes:
    try:
        raw = base64url_decode(text)
    except ValueError:
        raw = b""
    if len(raw) != _BYTES:
        raise ImproperlyConfigured(f"{where}: a key has 43 characters, as manage.py make_signing_key says it.")
    return raw
