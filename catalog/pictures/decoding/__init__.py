"""Decoding of pictures and conversion to plain RGB, in a child process, because a malicious file can take very long.

`__main__.py` is run with an operation (`OPERATIONS`) and the maximum longer side as its arguments, and the picture on
its standard input. It writes `=` and the result, or `!` and the reason of the refusal as JSON. Besides the limits of
the process, every part of a file has a limit, so that no honest picture takes more than about 250 MB of memory. Django
is not loaded here: that would take longer than most pictures.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from PIL import Image, ImageCms, ImageOps

from catalog.pictures.decoding.inspection import MAX_PIXELS, MAX_SIDE_PIXELS, image_format

MAX_PROFILE_BYTES = 2 * 1024 * 1024
"""Maximum size of a color profile in bytes; no camera writes as many."""
PIXELS_AT_ONCE = 1_000_000
"""Approximate number of pixels that are converted at a time."""
UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    LookupError,
    TypeError,
    AttributeError,
    ArithmeticError,
    MemoryError,
    struct.error,
    zlib.error,
)
"""Pillow's exceptions for files that are not valid pictures."""
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class DecodingRefused(Exception):
    """A refused picture. `code` is the reason, `values` are the numbers of its message."""

    def __init__(self, code: str, **values: int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def plain(raw: bytes, side: int) -> Image.Image:
    """Return a picture as plain RGB: upright, no longer than `side`, white where it was transparent, colors as sRGB.

    Raises DecodingRefused.
    """
    with _refuse_unreadable(raw):
        image = _loaded(raw, side)
        small = _smaller(image, side)
    # Orientation and color profile are read from the file, and applied to the fewer pixels that are left.
    profile, small.info = image.info.get("icc_profile"), {"exif": image.info.get("exif", b"")}
    made = _in_srgb(_upright(small), profile).convert("RGB")
    return Image.frombytes("RGB", made.size, made.tobytes())


# -- operations ------------------------------------------------------------------------------------------------------


def pixels(raw: bytes, side: int) -> bytes:
    """Return the width, height and pixels of a picture, width and height as big-endian 32-bit integers."""
    image = plain(raw, side)
    return struct.pack(">II", *image.size) + image.tobytes()


def jpeg(raw: bytes, side: int) -> bytes:
    file = BytesIO()
    plain(raw, side).save(file, "JPEG", quality=82, optimize=True)
    return file.getvalue()


def codes(raw: bytes, side: int) -> bytes:
    """Return the texts of the QR codes in a picture as JSON, the largest code first."""
    import zxingcpp

    image = plain(raw, side).convert("L")
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return json.dumps([code.text for code in sorted(found, key=_extent, reverse=True) if code.valid]).encode()


def _extent(code: Any) -> int:
    place = code.position
    return abs(place.bottom_right.x - place.top_left.x) + abs(place.bottom_right.y - place.top_left.y)


OPERATIONS: dict[str, Callable[[bytes, int], bytes]] = {"pixels": pixels, "jpeg": jpeg, "codes": codes}


def run_operation(name: str, raw: bytes, side: int) -> bytes:
    """Return the output of the process: the result, or the reason of the refusal."""
    try:
        return b"=" + OPERATIONS[name](raw, side)
    except DecodingRefused as refused:
        return b"!" + json.dumps([refused.code, refused.values]).encode()


# -- unpacking -------------------------------------------------------------------------------------------------------


@contextmanager
def _refuse_unreadable(raw: bytes) -> Iterator[None]:
    try:
        yield
    except BOMBS as error:
        raise DecodingRefused("far-too-many-pixels", most=MAX_PIXELS[image_format(raw)]) from error
    except UNREADABLE as error:
        raise DecodingRefused("damaged") from error


def _loaded(raw: bytes, side: int) -> Image.Image:
    """Return a decoded picture, and free the decoder, which takes more memory than the pixels."""
    kind = image_format(raw)
    with Image.open(BytesIO(raw), formats=(kind.upper(),)) as image:
        wide, high = image.size
        if wide * high > MAX_PIXELS[kind] or max(wide, high) > MAX_SIDE_PIXELS:
            raise DecodingRefused("too-many-pixels", wide=wide, high=high, most=MAX_PIXELS[kind])
        share = side / max(wide, high)
        if share < 1:  # a JPEG is decoded no larger than needed
            image.draft(None, (max(1, round(wide * share)), max(1, round(high * share))))
        return image.copy()


def _smaller(image: Image.Image, side: int) -> Image.Image:
    """Return a picture no longer than `side`, in a plain mode, without its color profile applied.

    It is reduced in strips, so that the full picture is never in memory twice.
    """
    factor = max(1, max(image.size) // side)
    step = factor * max(1, PIXELS_AT_ONCE // image.width // factor)
    mode = "CMYK" if image.mode == "CMYK" else "L" if image.mode in {"L", "1", "I;16"} and not _clear(image) else "RGB"
    small = Image.new(mode, (-(-image.width // factor), -(-image.height // factor)))
    for top in range(0, image.height, step):
        strip = image.crop((0, top, image.width, min(top + step, image.height)))
        small.paste(_on_white(strip, mode).reduce(factor), (0, top // factor))
    small.thumbnail((side, side), Image.Resampling.LANCZOS)
    return small


def _clear(image: Image.Image) -> bool:
    return "A" in image.getbands() or "transparency" in image.info


def _on_white(image: Image.Image, mode: str) -> Image.Image:
    """Return a picture in `mode`, with white in place of transparency."""
    if image.mode == "I;16":
        image = image.point(lambda value: value * (1 / 256) + 0).convert("L")
    if not _clear(image):
        return image.convert(mode)
    clear = image.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert(mode)


def _upright(image: Image.Image) -> Image.Image:
    """Return a picture rotated according to its EXIF, unchanged without valid EXIF."""
    try:
        return ImageOps.exif_transpose(image)
    except UNREADABLE:
        return image


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return a picture with its colors converted to sRGB, unchanged without a valid profile."""
    if not profile or len(profile) > MAX_PROFILE_BYTES:
        return image
    try:
        source_profile = ImageCms.ImageCmsProfile(BytesIO(profile))
        done = ImageCms.profileToProfile(image, source_profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, *UNREADABLE):
        return image
    return done or image
