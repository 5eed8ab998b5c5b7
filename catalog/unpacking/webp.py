"""WebP, unpacked in half of the memory that Pillow takes for it.

Pillow unpacks each as if it moved, onto three sheets and a copy of one: 370 MB for 24 million pixels. Its own libwebp
unpacks a still one onto a single sheet, and that is what is asked here; where it cannot be reached, Pillow does it.
"""

from __future__ import annotations

import ctypes
from functools import cache
from io import BytesIO
from typing import Any

from PIL import Image, _webp

from . import looking
from .looking import Broken

_INFO = {b"EXIF": "exif", b"ICCP": "icc_profile"}


@cache
def _library() -> Any:
    """Return the libwebp that Pillow itself has loaded; None where its names are not to be seen."""
    try:
        library = ctypes.CDLL(_webp.__file__)
        library.WebPGetInfo.restype = ctypes.c_int
        library.WebPGetInfo.argtypes = [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.POINTER(ctypes.c_int),
            ctypes.POINTER(ctypes.c_int),
        ]
        library.WebPDecodeRGBAInto.restype = ctypes.c_void_p
        library.WebPDecodeRGBAInto.argtypes = [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_int,
        ]
    except (OSError, AttributeError):
        return None
    return library


def size(raw: bytes) -> tuple[int, int]:
    """Return how wide and high a WebP says that it is; nothing of it is unpacked. Raises Broken.

    A file may say it twice, of itself and of its pixels; then the larger counts.
    """
    said = [one for name, at, long in looking.riff(raw) if (one := _said(raw[at : at + 10], name, long))]
    if not said:
        raise Broken("the WebP has no pixels")
    return max(wide for wide, _ in said), max(high for _, high in said)


def _said(head: bytes, name: bytes, long: int) -> tuple[int, int] | None:
    if long < 5 or (name != b"VP8L" and long < 10):
        return None
    if name == b"VP8X":
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    if name == b"VP8L":
        bits = int.from_bytes(head[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if name == b"VP8 ":
        return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF
    return None


def unpacked(raw: bytes) -> Image.Image:
    """Return a still WebP with its pixels, and what it says of its colours and of which side is up. Raises OSError."""
    library = _library()
    if library is None:
        with Image.open(BytesIO(raw), formats=("WEBP",)) as image:
            image.load()
            return image
    wide, high = ctypes.c_int(), ctypes.c_int()
    if not library.WebPGetInfo(raw, len(raw), ctypes.byref(wide), ctypes.byref(high)):
        raise OSError("libwebp does not take this for a WebP")
    if (wide.value, high.value) != size(raw):
        raise OSError("the WebP contradicts itself about its size")
    sheet = ctypes.create_string_buffer(wide.value * high.value * 4)
    if not library.WebPDecodeRGBAInto(raw, len(raw), sheet, len(sheet), wide.value * 4):
        raise OSError("libwebp cannot unpack this")
    image = Image.frombuffer("RGBA", (wide.value, high.value), sheet, "raw", "RGBA", 0, 1)
    image.info = {_INFO[name]: raw[at : at + long] for name, at, long in looking.riff(raw) if name in _INFO}
    return image
