"""The code of a receipt: short enough for a QR code, with everything needed to verify it except the key.

A code is `MR1.` followed by base64url of the signature, 64 bytes, and the receipt's canonical JSON, deflated (RFC 1951)
with `COMPRESSION_DICTIONARY`. The signature covers that JSON after a line that states its purpose, so that a signature
of anything else is never valid for a receipt. `clients/verify_receipt.py` reads codes without this module.
"""

import re
import zlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from catalog.documents import json_input
from catalog.documents.canonical import compact
from catalog.documents.errors import InvalidInput
from rulesapi.receipts.keys import PublicKey, SigningKey, base64url_decode, base64url_encode

PREFIX = "MR1."
CODE = re.compile(r"MR1\.[A-Za-z0-9_-]+")
MAX_CODE_LENGTH = 4_000
"""The maximum length of a code in characters."""
MAX_BYTES = 16_384
"""The maximum size of an unpacked receipt in bytes."""
PURPOSE = b"muster receipt 1\n"
COMPRESSION_DICTIONARY = (
    b'"house_rules":{"digest":"sha256:","slugs":["own_numbers":true"on":"20'
    b'/unknown-card"/barred"/retired-card"/unique-name"/upgrade-slot"/point-limit"'
    b'"verdict":"undetermined","version":1}"verdict":"illegal","version":1}'
    b'{"codes":[],"digest":"sha256:","format":"standard","game":"-miniatures-wing'
    b'","key":"","points":{"known":100,"limit":100,"total":100},"release":1,"ruleset":"'
    b'/1","time":"2026-11-22T10:00:00Z","verdict":"legal","version":1}'
)
"""Likely contents of receipts. It never changes, since old codes could not be read otherwise."""
_SIGNATURE_BYTES = 64


class InvalidReceipt(ValueError):
    """A text that is not a trustworthy receipt. The message tells the user what to do.

    `reason` is `no-code`, `damaged`, `unknown-key`, `not-signed` or `after-its-key`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class SignedReceipt(NamedTuple):
    """A receipt and its signature."""

    receipt: dict[str, Any]
    signature: bytes

    @property
    def code(self) -> str:
        """The code with the receipt and its signature."""
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=COMPRESSION_DICTIONARY)
        packed = packer.compress(compact(self.receipt).encode()) + packer.flush()
        return PREFIX + base64url_encode(self.signature + packed)


def sign(receipt: dict[str, Any], key: SigningKey) -> SignedReceipt:
    """Return a receipt with its signature; the receipt must name the key."""
    return SignedReceipt(receipt, key.private.sign(PURPOSE + compact(receipt).encode()))


def code_in(text: str) -> str:
    """Return the first code in a text, such as an address, ignoring line breaks and other whitespace.

    Raises InvalidReceipt `no-code`.
    """
    found = CODE.search("".join(text.split()))
    if found is None or len(found[0]) > MAX_CODE_LENGTH:
        raise InvalidReceipt("no-code", _("The text has no receipt. Copy all of it: it begins with “MR1.”."))
    return found[0]


def read(code: str, keys: Mapping[str, PublicKey]) -> SignedReceipt:
    """Return the receipt in a code, signed by one of the keys while that key was in use. Raises InvalidReceipt."""
    signature, packed = _split_code(code)
    try:
        receipt = json_input.loads(packed)
        key, made = keys.get(receipt["key"]), datetime.fromisoformat(receipt["time"])
    except (InvalidInput, ValueError, TypeError, LookupError) as error:
        raise _damaged_receipt() from error
    if key is None:
        message = _("This receipt names a key that this site never had. Check it at the site that signed it.")
        raise InvalidReceipt("unknown-key", message)
    if not key.signed(signature, PURPOSE + packed):
        message = _("This receipt was changed after it was signed, or never signed. Do not trust it.")
        raise InvalidReceipt("not-signed", message)
    if key.until is not None and made >= key.until:
        message = _("This receipt claims to be signed after its key was retired. Do not trust it.")
        raise InvalidReceipt("after-its-key", message)
    return SignedReceipt(receipt, signature)


def _split_code(code: str) -> tuple[bytes, bytes]:
    """Return the signature in a code, and the signed JSON."""
    try:
        raw = base64url_decode(code.removeprefix(PREFIX))
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=COMPRESSION_DICTIONARY)
        packed = unpacker.decompress(raw[_SIGNATURE_BYTES:], MAX_BYTES)
    except (ValueError, zlib.error) as error:
        raise _damaged_receipt() from error
    if not unpacker.eof or unpacker.unused_data:
        raise _damaged_receipt()
    return raw[:_SIGNATURE_BYTES], packed


def _damaged_receipt() -> InvalidReceipt:
    return InvalidReceipt(
        "damaged", _("A part of this receipt was lost or changed on its way. Copy or scan all of it again.")
    )
