"""Pictures that somebody sends: told by their content, held in bounds before a pixel is unpacked, made plain.

This is the one door for them, whatever they are for: `taken` gives the pixels and nothing else that was in the file.
Every part that is read has a bound, so that no file takes more than some 250 MB of memory, and a process unpacks one at
a time.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Lock

from django.utils.translation import gettext as _
from PIL import Image, ImageCms, ImageOps

from . import looking, webp
from .looking import TAKEN, Broken, kind_of

__all__ = ["MOST_BYTES", "MOST_PIXELS", "TAKEN", "NoPicture", "as_jpeg", "kind_of", "taken"]

MOST_BYTES = 8 * 1024 * 1024
MOST_PIXELS = 24_000_000
LONGEST_SIDE = 8_000
MOST_PROFILE = 2 * 1024 * 1024
"""Bytes of a colour profile that is looked at; no camera writes as many."""
KEPT_SIDE = 1_600
"""Pixels of the longer side of what is kept: enough to read what is printed on a card."""
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
_one_at_a_time = Lock()


class NoPicture(ValueError):
    """A file that is no picture that can be read, with the reason for people as its text."""


def taken(raw: bytes, side: int) -> Image.Image:
    """Return a picture as plain RGB: upright, no longer than `side`, white where it was clear, its colours as sRGB.

    Nothing else of the file is in it. Raises NoPicture for what is not taken, in words for whoever sent it.
    """
    kind = _checked(raw)
    with _one_at_a_time, _in_words(), _unpacked(raw, kind) as image:
        _hold_in_bounds(*image.size)
        share = side / max(image.size)
        if share < 1:  # a JPEG is unpacked no larger than it is needed
            image.draft(None, (max(1, round(image.width * share)), max(1, round(image.height * share))))
        image.load()
        small = _smaller(image, side)
        # What turns it and what its colours mean is asked of the file, and done to the few pixels that are left.
        profile, small.info = image.info.get("icc_profile"), {"exif": image.info.get("exif", b"")}
    plain = _in_srgb(_upright(small), profile).convert("RGB")
    return Image.frombytes("RGB", plain.size, plain.tobytes())


def as_jpeg(raw: bytes) -> bytes:
    """Return a photo as a JPEG of our own, upright, with nothing in it but its pixels. Raises NoPicture."""
    file = BytesIO()
    taken(raw, KEPT_SIDE).save(file, "JPEG", quality=82, optimize=True)
    return file.getvalue()


def _checked(raw: bytes) -> str:
    """Return which of those that are taken a file is, by its content. Raises NoPicture."""
    if len(raw) > MOST_BYTES:
        said = _("The picture has more than {most} MB. Make it smaller first.")
        raise NoPicture(said.format(most=MOST_BYTES // 2**20))
    kind = kind_of(raw)
    if kind not in TAKEN:
        if kind:
            said = _("This picture is {kind}, which is not taken. Save it as PNG, JPEG or WebP.")
            raise NoPicture(said.format(kind=_(kind)))
        raise NoPicture(_damaged())
    try:
        moves = looking.look(raw, kind)
    except Broken as error:
        raise NoPicture(_damaged()) from error
    if moves:
        raise NoPicture(_("This picture moves. Send one that stands still."))
    return kind


def _damaged() -> str:
    return _("The picture is damaged, or none that can be read. PNG, JPEG and WebP can.")


@contextmanager
def _in_words() -> Iterator[None]:
    """Say in words what goes wrong inside."""
    try:
        yield
    except NoPicture:
        raise
    except BOMBS as error:
        said = _("The picture has far too many pixels. At most {most} million are read, and {side} in a row.")
        raise NoPicture(said.format(most=MOST_PIXELS // 10**6, side=LONGEST_SIDE)) from error
    except UNREADABLE as error:
        raise NoPicture(_damaged()) from error


def _hold_in_bounds(wide: int, high: int) -> None:
    if wide * high > MOST_PIXELS or max(wide, high) > LONGEST_SIDE:
        said = _("The picture has {wide} × {high} pixels. At most {most} million are read, and {side} in a row.")
        raise NoPicture(said.format(wide=wide, high=high, most=MOST_PIXELS // 10**6, side=LONGEST_SIDE))


@contextmanager
def _unpacked(raw: bytes, kind: str) -> Iterator[Image.Image]:
    """Open a picture; of a PNG or JPEG no pixel is unpacked yet, a WebP is within bounds before it is."""
    if kind == "WebP":
        _hold_in_bounds(*webp.size(raw))
        yield webp.unpacked(raw)
        return
    with Image.open(BytesIO(raw), formats=(kind.upper(),)) as image:
        yield image


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
    if not profile or len(profile) > MOST_PROFILE:
        return image
    try:
        meant = ImageCms.ImageCmsProfile(BytesIO(profile))
        done = ImageCms.profileToProfile(image, meant, ImageCms.createProfile("sRGB"), outputMode="RGB")
    except (ImageCms.PyCMSError, *UNREADABLE):
        return image
    return done or image
