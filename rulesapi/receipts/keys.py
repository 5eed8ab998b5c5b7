"""The keys of receipts: the signing key in use, and the public keys of former ones.

A key is 32 bytes of Ed25519 (RFC 8032) in base64url. The key in use comes from the environment, or from the file that
`manage.py make_signing_key --keep` writes; former ones are public keys, each with the last day of its use.
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
_KEY_BYTES = 32


class PublicKey(NamedTuple):
    """A public key that verifies signatures. `until` is the end of its use; None for the key in use."""

    raw: bytes
    until: datetime | None = None

    @property
    def id(self) -> str:
        """The key ID in receipts: the beginning of the key's thumbprint (RFC 7638)."""
        thumbprint = hashlib.sha256(compact(self._point()).encode()).digest()
        return base64url_encode(thumbprint)[:KEY_ID_LENGTH]

    def as_jwk(self) -> dict[str, Any]:
        """Return the key as a JWK (RFC 8037), with `exp` in seconds for a former key."""
        ended = {} if self.until is None else {"exp": int(self.until.timestamp())}
        return {**self._point(), "kid": self.id, "use": "sig", "alg": "EdDSA", **ended}

    def signed(self, signature: bytes, message: bytes) -> bool:
        """Return whether the signature of a message was made with the private key of this key."""
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature, message)
        except InvalidSignature:
            return False
        return True

    def _point(self) -> dict[str, str]:
        return {"crv": "Ed25519", "kty": "OKP", "x": base64url_encode(self.raw)}


class SigningKey(NamedTuple):
    """A private key that signs receipts."""

    private: Ed25519PrivateKey

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.private.public_key().public_bytes_raw())

    @property
    def text(self) -> str:
        """The key as written in the environment. It is secret."""
        return base64url_encode(self.private.private_bytes_raw())


def base64url_encode(raw: bytes) -> str:
    """Return bytes as base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def base64url_decode(text: str) -> bytes:
    """Return the bytes of base64url without padding. Raises ValueError for any text that `base64url_encode` cannot
    return.
    """
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    if base64url_encode(raw) != text:
        raise ValueError("not base64url as it is written here")
    return raw


def new_key() -> SigningKey:
    return SigningKey(Ed25519PrivateKey.generate())


def signing_key() -> SigningKey | None:
    """Return the key in use; None if the operator has configured none. Raises ImproperlyConfigured."""
    text = settings.SIGNING_KEY or _stored_key(Path(settings.VAR_DIR) / KEY_FILE)
    return _parse_signing_key(text) if text else None


def public_keys() -> Mapping[str, PublicKey]:
    """Return the keys of valid receipts by their IDs, the one in use first. Raises ImproperlyConfigured."""
    now = signing_key()
    former = [_parse_former_key(text) for text in settings.FORMER_SIGNING_KEYS]
    return {key.id: key for key in ([now.public] if now else []) + former}


def save_key(key: SigningKey) -> Path:
    """Write a key into its file, readable by this operating system account only. Raises FileExistsError."""
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


def _bytes(text: str, setting: str) -> bytes:
    try:
        raw = base64url_decode(text)
    except ValueError:
        raw = b""
    if len(raw) != _KEY_BYTES:
        raise ImproperlyConfigured(f"{setting}: a key has 43 characters, as manage.py make_signing_key says it.")
    return raw
