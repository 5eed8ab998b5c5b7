"""File formats by content, and checks of a picture that need no decoding.

A decoder reads a picture part by part, so a file with very many tiny parts takes too long. A JPEG with very many passes
is worse: each pass covers the whole picture.
"""

from __future__ import annotations

import re
import struct

MAX_PIXELS = {"PNG": 24_000_000, "JPEG": 24_000_000, "WebP": 16_000_000}
"""Lower for WebP: Pillow decodes each WebP as an animation, with three canvases and a copy of one."""
MAX_SIDE_PIXELS = 8_000
ACCEPTED_FORMATS = tuple(MAX_PIXELS)
DOCUMENT_FORMATS = ("PostScript", "a PDF")
"""Formats of documents, which may contain text as well as pictures."""
MAX_PARTS = 20_000
MAX_PASSES = 200
_PNG = b"\x89PNG\r\n\x1a\n"
_BEGINNINGS = (
    ("PNG", _PNG),
    ("JPEG", b"\xff\xd8\xff"),
    ("GIF", b"GIF8"),
    ("TIFF", b"II*\0"),
    ("TIFF", b"MM\0*"),
    ("TIFF", b"II+\0"),
    ("TIFF", b"MM\0+"),
    ("JPEG 2000", b"\0\0\0\x0cjP  "),
    ("JPEG 2000", b"\xff\x4f\xff\x51"),
    ("JPEG XL", b"\xff\x0a"),
    ("JPEG XL", b"\0\0\0\x0cJXL "),
    ("a Photoshop file", b"8BPS"),
    ("PostScript", b"%!PS"),
    ("a PDF", b"%PDF-"),
    ("an icon", b"\0\0\1\0"),
)
_BRANDS = {b"avif": "AVIF", b"avis": "AVIF"} | dict.fromkeys(
    (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"), "HEIC"
)
_SVG = re.compile(
    rb"\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?><!--.{0,500}?-->\s*)*+(?:<!DOCTYPE\s[^>]*>\s*)?<(?:\w+:)?svg[\s>/]", re.S
)
_ENTROPY = {0x00, *range(0xD0, 0xD8)}
"""Bytes that may follow FF within the pixels of a JPEG without ending them."""


class CorruptImage(ValueError):
    """A file with an invalid sequence of parts, or with too many parts."""


def image_format(raw: bytes) -> str:
    """Return the format of a picture by its first bytes, such as `PNG`; empty if unknown."""
    for kind, beginning in _BEGINNINGS:
        if raw.startswith(beginning):
            return kind
    if raw[:4] == b"RIFF" and raw[8:12] == b"WEBP":
        return "WebP"
    if raw[4:8] == b"ftyp":
        return _BRANDS.get(raw[8:12], "")
    if raw[:2] == b"BM" and raw[6:10] == b"\0\0\0\0":
        return "BMP"
    return "SVG" if _SVG.match(raw.removeprefix(b"\xef\xbb\xbf")[:2_000]) else ""


def is_animated(raw: bytes, kind: str) -> bool:
    """Read the parts of a picture, and return whether it is animated. Raises CorruptImage."""
    return {"PNG": _png, "JPEG": _jpeg, "WebP": _webp}[kind](raw)


def _png(raw: bytes) -> bool:
    at, parts, moves = len(_PNG), 0, False
    while at + 12 <= len(raw) and parts < MAX_PARTS:
        size, name = struct.unpack_from(">I4s", raw, at)
        if (name == b"IHDR") != (parts == 0):
            raise CorruptImage("a PNG begins with its one header")
        moves = moves or (name == b"acTL" and size >= 4 and struct.unpack_from(">I", raw, at + 8)[0] > 1)
        parts += 1
        at += size + 12
        if name == b"IEND":
            return moves
    raise CorruptImage("the PNG does not end, or has too many parts")


def _jpeg(raw: bytes) -> bool:
    if raw.count(b"\xff\xda") > MAX_PASSES:
        raise CorruptImage("the JPEG has too many passes")
    at, parts = 2, 0
    while at + 4 <= len(raw) and parts < MAX_PARTS:
        parts += 1
        if raw[at] != 0xFF or raw[at + 1] in _ENTROPY:
            raise CorruptImage("the parts of the JPEG do not follow one another")
        if raw[at + 1] == 0xFF:
            at += 1
            continue
        if raw[at + 1] == 0xDA:
            return False
        at += 2 + struct.unpack_from(">H", raw, at + 2)[0]
    raise CorruptImage("the JPEG has no pixels, or too many parts before them")


def _webp(raw: bytes) -> bool:
    at, parts, moves = 12, 0, False
    end = min(len(raw), struct.unpack_from("<I", raw, 4)[0] + 8)
    while at + 8 <= end and parts < MAX_PARTS:
        name, size = struct.unpack_from("<4sI", raw, at)
        moves = moves or name in {b"ANIM", b"ANMF"}
        parts += 1
        at += 8 + size + size % 2
    if not parts or at + 8 <= end or at > end + 1:
        raise CorruptImage("the WebP has no parts, too many, or one that is longer than it")
    return moves
