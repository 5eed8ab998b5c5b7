#!/usr/bin/env python3
"""Verify a signed verdict of Muster offline.

    python verify_receipt.py KEYS RECEIPT

KEYS is a file with the response of https://HOST/.well-known/muster-keys.json, saved from a site that you trust. RECEIPT
is a code (“MR1.…”), an address that contains one, or a file with a code or with the response of POST /api/v1/receipts/.

Needs Python 3.11 and the package “cryptography”, and nothing else of Muster. Prints the receipt and exits with 0 if one
of the keys signed it while that key was in use; exits with 1 if not, with 2 if something could not be read.
"""

import base64
import json
import re
import sys
import zlib
from datetime import datetime
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

PURPOSE = b"muster receipt 1\n"
MOST_BYTES = 16_384
COMPRESSION_DICTIONARY = (
    b'"house_rules":{"digest":"sha256:","slugs":["own_numbers":true"on":"20'
    b'/unknown-card"/barred"/retired-card"/unique-name"/upgrade-slot"/point-limit"'
    b'"verdict":"undetermined","version":1}"verdict":"illegal","version":1}'
    b'{"codes":[],"digest":"sha256:","format":"standard","game":"-miniatures-wing'
    b'","key":"","points":{"known":100,"limit":100,"total":100},"release":1,"ruleset":"'
    b'/1","time":"2026-11-22T10:00:00Z","verdict":"legal","version":1}'
)


class NotGenuine(Exception):
    """A receipt that must not be trusted, with the reason."""


def verify(text, keys):
    """Return the contents of a receipt if one of the keys (a JSON Web Key Set) signed it.

    Raises NotGenuine, and ValueError for input that cannot be read.
    """
    signature, signed = taken_apart(text)
    receipt = json.loads(signed)
    if not isinstance(receipt, dict) or receipt.get("version") != 1:
        raise ValueError("it is no receipt of the form that this program knows")
    key = next((key for key in keys["keys"] if key["kid"] == receipt["key"]), None)
    if key is None:
        raise NotGenuine("none of the keys signed it; read the keys of the site again and retry")
    try:
        Ed25519PublicKey.from_public_bytes(unspelled(key["x"])).verify(signature, PURPOSE + signed)
    except InvalidSignature as error:
        raise NotGenuine("it was changed after it was signed, or never signed") from error
    if "exp" in key and datetime.fromisoformat(receipt["time"]).timestamp() >= key["exp"]:
        raise NotGenuine("its key was given up before the time that it names")
    return receipt


def taken_apart(text):
    """Return the signature, and the signed bytes."""
    if text.lstrip().startswith("{"):
        statement = json.loads(text)
        signed = json.dumps(statement["receipt"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return unspelled(statement["signature"]), signed.encode()
    code = re.search(r"MR1\.([A-Za-z0-9_-]+)", "".join(text.split()))
    if code is None:
        raise ValueError("there is no code in it: one begins with “MR1.”")
    raw = unspelled(code[1])
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, zdict=COMPRESSION_DICTIONARY)
    signed = unpacker.decompress(raw[64:], MOST_BYTES)
    if not unpacker.eof:
        raise ValueError("a part of the code is missing")
    return raw[:64], signed


def unspelled(text):
    """Return the bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def describe(receipt):
    """Return the contents of a receipt as lines."""
    points = receipt["points"]
    total = "not known" if points["total"] is None else points["total"]
    lines = [
        f"verdict   {receipt['verdict']}",
        f"points    {total}" + ("" if points["limit"] is None else f" of {points['limit']}"),
        f"findings  {', '.join(receipt['codes']) or 'none'}",
        f"game      {receipt['game']}, format {receipt['format']}",
        f"judged    by release {receipt['release']}, rules {receipt['ruleset']}",
        f"list      {receipt['digest']}",
    ]
    if "house_rules" in receipt:
        lines.append(f"agreed    house rules {', '.join(receipt['house_rules']['slugs'])}")
    if receipt.get("own_numbers"):
        lines.append("note      the verdict rests on numbers that the player says")
    return [*lines, f"signed    {receipt['time']} with key {receipt['key']}"]


def main(arguments):
    """Verify the receipt in the arguments; return the exit code."""
    if len(arguments) != 2:
        print(__doc__)
        return 2
    try:
        keys = json.loads(Path(arguments[0]).read_text("utf-8"))
        file = Path(arguments[1])
        text = file.read_text("utf-8") if len(arguments[1]) < 200 and file.is_file() else arguments[1]
        receipt = verify(text, keys)
    except NotGenuine as error:
        print(f"NOT GENUINE: {error}.")
        return 1
    except (OSError, ValueError, LookupError, TypeError, RecursionError, zlib.error) as error:
        print(f"Cannot be read: {error}.")
        return 2
    print("GENUINE", *describe(receipt), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
