"""Content codings (RFC 9110, section 8.4): which one a client takes, and bodies in it."""

import re
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import brotli

CODINGS = ("br", "gzip")
"""The codings that are made here, the one that saves most first."""
IDENTITY = "identity"
KEPT_BROTLI, KEPT_GZIP = 5, 6
"""Of a body that is compressed once and sent often; beyond it both take several times as long for a few bytes less."""
FAST_BROTLI, FAST_GZIP = 3, 3
"""Of a body that is sent once: a verdict takes a twentieth of a millisecond."""

_WEIGHT = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)
_ALIASES = {"x-gzip": "gzip"}


def weight(accept_encoding: str, coding: str) -> float:
    """Return how much a client wants a coding, from 0 (not at all) to 1, by its header Accept-Encoding."""
    weights = _weights(accept_encoding)
    if coding == IDENTITY:
        return weights.get(IDENTITY, 1.0 if weights.get("*", 1.0) else 0.0)
    return weights.get(coding, weights.get("*", 0.0))


def preferred(accept_encoding: str) -> str | None:
    """Return the coding to send, None for the body as it is.

    The body as it is stands back unless the client names it and wants it more.
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
    """Return a body in a coding; one that is `kept` may take longer for fewer bytes."""
    return b"".join(compress_stream([body], coding, kept=kept))


def compress_stream(pieces: Iterable[bytes], coding: str, *, kept: bool = False) -> Iterator[bytes]:
    """Yield a body in a coding while its pieces are made."""
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
