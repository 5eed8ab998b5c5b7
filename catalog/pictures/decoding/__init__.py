"""Pictures unpacked, made small and plain: the work that is done in a child process, since a file can make it long.

`__main__.py` is run with what is to be made, and of which longer side, as its arguments (`WORK`), and the picture on
its standard input. It writes `=` and the result, or `!` and why the picture is refused, as JSON. Every part that is
read has a bound besides those of the process, so that no honest picture takes more than some 250 MB of memory. Django
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

from catalog.pictures.decoding.inspection import LONGEST_SIDE, MAX_PIXELS, image_format

MAX_PROFILE = 2 * 1024 * 1024
"""Bytes of a colour profile that is looked at; no camera writes as many."""
AT_ONCE = 1_000_000
"""About so many pixels are made plain at a time."""
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
"""What Pillow raises for pictures that are none."""
BOMBS = (Image.DecompressionBombError, Image.DecompressionBombWarning)


class DecodingRefused(Exception):
    """A picture that is not taken: `code` says why, `values` are the numbers in it."""

    def __init__(self, code: str, **values: int) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def plain(raw: bytes, side: int) -> Image.Image:
    """Return a picture as plain RGB: upright, no longer than `side`, white where it was clear, its colours as sRGB.

    Raises Refused.
    """
    with _refuse_unreadable(raw):
        image = _loaded(raw, side)
        small = _smaller(image, side)
    # What turns it and what its colours mean is asked of the file, and done to the few pixels that are left.
    profile, small.info = image.info.get("icc_profile"), {"exif": image.info.get("exif", b"")}
    made = _in_srgb(_upright(small), profile).convert("RGB")
    return Image.frombytes("RGB", made.size, made.tobytes())


# -- what is made of a picture ---------------------------------------------------------------------------------------


def pixels(raw: bytes, side: int) -> bytes:
    """Return the width, the height and the pixels of a picture."""
    image = plain(raw, side)
    return struct.pack(">II", *image.size) + image.tobytes()


def jpeg(raw: bytes, side: int) -> bytes:
    """Return a picture as a JPEG."""
    file = BytesIO()
    plain(raw, side).save(file, "JPEG", quality=82, optimize=True)
    return file.getvalue()


def codes(raw: bytes, side: int) -> bytes:
    """Return what the QR codes in a picture say, the largest first, as JSON."""
    import zxingcpp

    image = plain(raw, side).convert("L")
    found = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode))
    return json.dumps([code.text for code in sorted(found, key=_extent, reverse=True) if code.valid]).encode()


def _extent(code: Any) -> int:
    place = code.position
    return abs(place.bottom_right.x - place.top_left.x) + abs(place.bottom_right.y - place.top_left.y)


OPERATIONS: dict[str, Callable[[bytes, int], bytes]] = {"pixels": pixels, "jpeg": jpeg, "codes": codes}


def run_operation(name: str, raw: bytes, side: int) -> bytes:
    """Return what is asked for, or why the picture is refused, as the process writes it."""
    try:
        return b"=" + OPERATIONS[name](raw, side)
    except DecodingRefused as refused:
        return b"!" + json.dumps([refused.code, refused.values]).encode()


# -- unpacking -------------------------------------------------------------------------------------------------------


@contextmanager
def _refuse_unreadable(raw: bytes) -> Iterator[None]:
    """Refuse what cannot be read."""
    try:
        yield
    except BOMBS as error:
        raise DecodingRefused("far-too-many-pixels", most=MAX_PIXELS[image_format(raw)]) from error
    except UNREADABLE as error:
        raise DecodingRefused("damaged") from error


def _loaded(raw: bytes, side: int) -> Image.Image:
    """Return a picture with its pixels, and let go of whatever unpacked them, which is more than they."""
    kind = image_format(raw)
    with Image.open(BytesIO(raw), formats=(kind.upper(),)) as image:
        wide, high = image.size
        if wide * high > MAX_PIXELS[kind] or max(wide, high) > LONGEST_SIDE:
            raise DecodingRefused("too-many-pixels", wide=wide, high=high, most=MAX_PIXELS[kind])
        share = side / max(wide, high)
        if share < 1:  # a JPEG is unpacked no larger than it is needed
            image.draft(None, (max(1, round(wide * share)), max(1, round(high * share))))
        return image.copy()


def _smaller(image: Image.Image, side: int) -> Image.Image:
    """Return a picture that is no longer than `side`, plain but for its colours.

    It is made smaller in strips, so that what is unpacked is never there twice.
    """
    factor = max(1, max(image.size) // side)
    step = factor * max(1, AT_ONCE // image.width // factor)
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
    """Return a picture in `mode`, with white where it is clear."""
    if image.mode == "I;16":
        image = image.point(lambda value: value * (1 / 256) + 0).convert("L")
    if not _clear(image):
        return image.convert(mode)
    clear = image.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert(mode)


def _upright(image: Image.Image) -> Image.Image:
    """Return a picture turned as its EXIF says; one whose EXIF says nothing as it is."""
    try:
        return ImageOps.exif_transpose(image)
    except UNREADABLE:
        return image


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    """Return a picture with its colours as sRGB has them; one with a profile that says nothing as it is."""
    if not profile or len(profile) > MAX_PROFILE:
        return image
    try:
        source_profile = ImageCms.ImageCmsProfile(BytesIO(profile))
        done = ImageCms.profileToProfile(image, source_profile, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, *UNREADABLE):
        return image
    return done or image
