"""Photos that anybody may send: told by their content, held in bounds before a pixel is unpacked, encoded anew."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

MOST_BYTES = 8 * 1024 * 1024
MOST_PIXELS = 24_000_000
LONGEST_SIDE = 8_000
KEPT_SIDE = 1_600
"""Pixels of the longer side of what is kept: enough to read what is printed on a card."""
FORMATS = ("PNG", "JPEG", "WEBP")
UNREADABLE = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    struct.error,
    zlib.error,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
"""What Pillow raises for pictures that are none."""
_BEGINNINGS = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff")


class NoPicture(ValueError):
    """A file that is no picture that can be read, with the reason for people as its text."""


def is_picture(raw: bytes) -> bool:
    """Return whether bytes begin as a picture that may be read does."""
    return raw.startswith(_BEGINNINGS) or (raw[:4] == b"RIFF" and raw[8:12] == b"WEBP")


@contextmanager
def opened(raw: bytes) -> Iterator[Image.Image]:
    """Open a photo that is within bounds; nothing of it is unpacked yet. Raises NoPicture, inside too."""
    if len(raw) > MOST_BYTES:
        said = _("The picture has more than {most} MB. Make it smaller first.")
        raise NoPicture(said.format(most=MOST_BYTES // 2**20))
    try:
        with Image.open(BytesIO(raw), formats=FORMATS) as image:
            wide, high = image.size
            if wide * high > MOST_PIXELS or max(wide, high) > LONGEST_SIDE:
                said = _(
                    "The picture has {wide} × {high} pixels. At most {most} million are read, and {side} in a row."
                )
                raise NoPicture(said.format(wide=wide, high=high, most=MOST_PIXELS // 10**6, side=LONGEST_SIDE))
            yield image
    except NoPicture:
        raise
    except UNREADABLE as error:
        raise NoPicture(_("The picture is damaged, or none that can be read. PNG, JPEG and WebP can.")) from error


def on_white(image: Image.Image, mode: str) -> Image.Image:
    """Return a picture in `mode`, with white where it is clear."""
    if "A" not in image.getbands() and "transparency" not in image.info:
        return image.convert(mode)
    clear = image.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "white")
    ground.alpha_composite(clear)
    return ground.convert(mode)


def encoded_anew(raw: bytes) -> bytes:
    """Return a photo as a JPEG of our own, upright, with nothing in it but its pixels. Raises NoPicture."""
    with opened(raw) as image:
        image.draft("RGB", (KEPT_SIDE, KEPT_SIDE))  # a JPEG is unpacked no larger than it is needed
        image.thumbnail((KEPT_SIDE, KEPT_SIDE))
        plain = on_white(ImageOps.exif_transpose(image), "RGB")
        bare = Image.frombytes("RGB", plain.size, plain.tobytes())
        file = BytesIO()
        bare.save(file, "JPEG", quality=82, optimize=True)
    return file.getvalue()
