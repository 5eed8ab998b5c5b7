"""Uploaded pictures: recognized by content, limited in size before decoding, and reduced to their pixels.

All uploads use this module: `normalized` returns the pixels and nothing else of the file. Files are decoded in child
processes (`decoding`) with limits on their number, time and memory.
"""

from __future__ import annotations

import json
import logging
import struct
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from PIL import Image

from catalog.background import child_processes
from catalog.background.child_processes import Bounds, ProcessFailed
from catalog.pictures import decoding
from catalog.pictures.decoding import inspection
from catalog.pictures.decoding.inspection import ACCEPTED_FORMATS, DOCUMENT_FORMATS, CorruptImage, image_format

__all__ = [
    "ACCEPTED_FORMATS",
    "BOUNDS",
    "DOCUMENT_FORMATS",
    "MAX_BYTES",
    "UnreadablePicture",
    "as_jpeg",
    "image_format",
    "normalized",
    "qr_codes",
    "too_large_message",
]

logger = logging.getLogger(__name__)

MAX_BYTES = 8 * 1024 * 1024
MAX_STORED_SIDE_PIXELS = 1_600
"""Maximum longer side of a stored picture in pixels: enough to read the text of a card."""
BOUNDS = Bounds("picture", seconds=10, memory=1024 * 2**20, patience=2)
"""The largest picture takes half a second and 250 MB. Only malicious ones take longer."""
SCRIPT = Path(decoding.__file__).with_name("__main__.py")
IN_WORDS = (gettext_noop("a Photoshop file"), gettext_noop("a PDF"), gettext_noop("an icon"))
"""Kinds of files without a proper name, for translation."""


class UnreadablePicture(ValueError):
    """A file that is not a readable picture, with the reason for people as its text."""


def normalized(raw: bytes, side: int) -> Image.Image:
    """Return a picture as plain RGB: upright, no longer than `side`, white where it was transparent, colors as sRGB.

    It contains nothing else of the file. Raises UnreadablePicture with a message for the sender, and NoCapacity if too
    many pictures are being decoded. Takes no longer than `BOUNDS` allows, like the other functions of this module.
    """
    made = _run_decoder("pixels", raw, side)
    return Image.frombytes("RGB", struct.unpack_from(">II", made), made[8:])


def as_jpeg(raw: bytes) -> bytes:
    """Return a photo encoded again as an upright JPEG, without any metadata.

    Raises UnreadablePicture and NoCapacity.
    """
    return _run_decoder("jpeg", raw, MAX_STORED_SIDE_PIXELS)


def qr_codes(raw: bytes, side: int) -> list[str]:
    """Return the texts of the QR codes in a photo, searched at `side` pixels.

    Raises UnreadablePicture and NoCapacity.
    """
    found: list[str] = json.loads(_run_decoder("codes", raw, side))
    return found


def _run_decoder(operation: str, raw: bytes, side: int) -> bytes:
    """Return the result of an operation of `decoding`. Raises UnreadablePicture and NoCapacity."""
    _check(raw)
    try:
        result = decoded(operation, raw, side)
    except ProcessFailed as error:
        logger.warning("A picture of %d bytes was not read: %s", len(raw), error)
        message = _("It takes too long to read this picture. Make it smaller first.") if error.overdue else _damaged()
        raise UnreadablePicture(message) from error
    if result.startswith(b"="):
        return result[1:]
    code, values = json.loads(result[1:])
    raise UnreadablePicture(_refusal_text(code, values))


def decoded(operation: str, raw: bytes, side: int) -> bytes:
    """Return the output of the decoding process. Raises ProcessFailed and NoCapacity."""
    return child_processes.run(SCRIPT, operation, str(side), stdin=raw, bounds=BOUNDS)


def too_large_message() -> str:
    """Return the sentence that a file has more than `MAX_BYTES`."""
    return _("The picture has more than {most} MB. Make it smaller first.").format(most=MAX_BYTES // 2**20)


def _check(raw: bytes) -> None:
    """Raise UnreadablePicture for an unsupported file, by its content and without decoding it."""
    if len(raw) > MAX_BYTES:
        raise UnreadablePicture(too_large_message())
    kind = image_format(raw)
    if kind not in ACCEPTED_FORMATS:
        if kind:
            message = _("This picture is {kind}, which is not taken. Save it as PNG, JPEG or WebP.")
            raise UnreadablePicture(message.format(kind=_(kind)))
        raise UnreadablePicture(_damaged())
    try:
        moves = inspection.is_animated(raw, kind)
    except CorruptImage as error:
        raise UnreadablePicture(_damaged()) from error
    if moves:
        raise UnreadablePicture(_("This picture is animated. Send one that is not."))


def _damaged() -> str:
    return _("The picture is damaged, or none that can be read. PNG, JPEG and WebP can.")


def _refusal_text(code: str, values: dict[str, Any]) -> str:
    """Return the message for a refusal of `decoding`."""
    if code == "damaged":
        return _damaged()
    message = _("The picture has far too many pixels. At most {most} million are read, and {side} in a row.")
    if code == "too-many-pixels":
        message = _("The picture has {wide} × {high} pixels. At most {most} million are read, and {side} in a row.")
    return message.format(**{**values, "most": values["most"] // 10**6, "side": inspection.MAX_SIDE_PIXELS})
