"""Pictures that somebody sends: told by their content, held in bounds before a pixel is unpacked, made plain.

All of them come in here, whatever they are for: `normalized` gives the pixels and nothing else that was in the file.
They are unpacked in child processes (`decoding`) with bounds of time and memory, so many at once on a machine.
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
]

logger = logging.getLogger(__name__)

MAX_BYTES = 8 * 1024 * 1024
MAX_STORED_SIDE = 1_600
"""Pixels of the longer side of what is kept: enough to read what is printed on a card."""
BOUNDS = Bounds("picture", seconds=10, memory=1024 * 2**20, patience=2)
"""The largest picture takes half a second and 250 MB; worse ones were made to take longer."""
SCRIPT = Path(decoding.__file__).with_name("__main__.py")
IN_WORDS = (gettext_noop("a Photoshop file"), gettext_noop("a PDF"), gettext_noop("an icon"))
"""Kinds of files that have no name of their own, for their translation."""


class UnreadablePicture(ValueError):
    """A file that is no picture that can be read, with the reason for people as its text."""


def normalized(raw: bytes, side: int) -> Image.Image:
    """Return a picture as plain RGB: upright, no longer than `side`, white where it was clear, its colours as sRGB.

    Nothing else of the file is in it. Raises UnreadablePicture for what is not taken, in words for whoever sent it, and
    NoPlace while others are unpacked. Keeps its caller for `BOUNDS.longest` seconds at most, as the others here do.
    """
    made = _run_decoder("pixels", raw, side)
    return Image.frombytes("RGB", struct.unpack_from(">II", made), made[8:])


def as_jpeg(raw: bytes) -> bytes:
    """Return a photo as a JPEG of our own, upright, with nothing in it but its pixels.

    Raises UnreadablePicture, NoCapacity.
    """
    return _run_decoder("jpeg", raw, MAX_STORED_SIDE)


def qr_codes(raw: bytes, side: int) -> list[str]:
    """Return what the QR codes in a photo say, looked for with `side` pixels. Raises UnreadablePicture, NoCapacity."""
    found: list[str] = json.loads(_run_decoder("codes", raw, side))
    return found


def _run_decoder(what: str, raw: bytes, side: int) -> bytes:
    """Return what `decoding` makes of a picture. Raises UnreadablePicture, NoCapacity."""
    _check(raw)
    try:
        result = decoded(what, raw, side)
    except ProcessFailed as error:
        logger.warning("A picture of %d bytes was not read: %s", len(raw), error)
        message = _("It takes too long to read this picture. Make it smaller first.") if error.overdue else _damaged()
        raise UnreadablePicture(message) from error
    if result.startswith(b"="):
        return result[1:]
    code, values = json.loads(result[1:])
    raise UnreadablePicture(_refusal_text(code, values))


def decoded(what: str, raw: bytes, side: int) -> bytes:
    """Return what `decoding` does, done in a process of its own. Raises ProcessFailed, NoCapacity."""
    return child_processes.run(SCRIPT, what, str(side), stdin=raw, bounds=BOUNDS)


def _check(raw: bytes) -> None:
    """Raise UnreadablePicture for a file that is none of those that are taken, by its content.

    Nothing of it is unpacked.
    """
    if len(raw) > MAX_BYTES:
        message = _("The picture has more than {most} MB. Make it smaller first.")
        raise UnreadablePicture(message.format(most=MAX_BYTES // 2**20))
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
    """Return in words why `decoding` refuses a picture."""
    if code == "damaged":
        return _damaged()
    message = _("The picture has far too many pixels. At most {most} million are read, and {side} in a row.")
    if code == "too-many-pixels":
        message = _("The picture has {wide} × {high} pixels. At most {most} million are read, and {side} in a row.")
    return message.format(**{**values, "most": values["most"] // 10**6, "side": inspection.LONGEST_SIDE})
