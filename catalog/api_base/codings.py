"""Content codings (RFC 9110, section 8.4): negotiation and compression."""

import re
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import brotli

CODINGS = ("br", "gzip")
"""The supported codings, the one that saves most first."""
IDENTITY = "identity"
KEPT_BROTLI, KEPT_GZIP = 5, 6
"""Quality for bodies that are compressed once and sent often.

Higher levels take several times as long to save a few bytes.
"""
FAST_BROTLI, FAST_GZIP = 3, 3
"""Quality for bodies that are sent once: a verdict takes a twentieth of a millisecond."""

_WEIGHT = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)
_ALIASES = {"x-gzip": "gzip"}


def weight(accept_encoding: str, coding: str) -> float:
    """Return the weight of a coding in the header Accept-Encoding, from 0 (not accepted) to 1."""
    weights = _weights(accept_encoding)
    if coding == IDENTITY:
        return weights.get(IDENTITY, 1.0 if weights.get("*", 1.0) else 0.0)
    return weights.get(coding, weights.get("*", 0.0))


def preferred(accept_encoding: str) -> str | None:
    """Return the coding to send, None for an unencoded body.

    The unencoded body is only preferred if the client names it with a higher weight.
    """
    weighed = [(weight(accept_encoding, coding), coding) for coding in CODINGS]
    most, coding = max(weighed, key=lambda pair: pair[0])
    return coding if most > 0 and most >= _weights(accept_encoding).get(IDENTITY, 0.0) else None


@lru_cache(maxsize=64)
def _weights(accept_encoding: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for part in accept_encoding.lower().split(","):
        name, *parameters = part.split(";")
        name = name.strip()
        matches = [_WEIGHT.fullmatch(one) for one in parameters]
        value = 1.0 if not matches else float(matches[0][1]) if matches[0] else 0.0
        found.setdefault(_ALIASES.get(name, name), value)
    return found


def compress(body: bytes, coding: str, *, kept: bool = False) -> bytes:
    """Return a body in a coding. A body that is `kept` is compressed more slowly to fewer bytes."""
    return b"".join(compress_stream([body], coding, kept=kept))


def compress_stream(pieces: Iterable[bytes], coding: str, *, kept: bool = False) -> Iterator[bytes]:
    """Yield a body in a coding while its pieces are generated."""
    compressor: Any
    if coding == "br":
        compressor = brotli.Compressor(quality=KEPT_BROTLI if kept else FAST_BROTLI)
        add, finish = compressor.process, compressor.finish
    else:
        compressor = zlib.compressobj(KEPT_GZIP if kept else FAST_GZIP, wbits=zlib.MAX_WBITS | 16)
        add, finish = compressor.compress, compressor.flush
    for piece in pieces:
        if made := add(piece):
            yield made
    yield finish()
