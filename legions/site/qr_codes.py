"""QR codes: drawing them as SVG, and reading them from uploaded photos.

`catalog.pictures.uploads` limits which photos are accepted.
"""

from typing import Any

import zxingcpp
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from catalog.pictures import uploads

MAX_CHARACTERS = 600
"""The maximum number of characters of a code: the modules of longer codes are too small for a phone when printed."""
QUIET_ZONE = 4
"""Modules of white around a code, required by readers."""

READ_SIZE = 2_400
"""Pixels of the longer side to which a photo is reduced before codes are searched."""


def qr_svg(text: str) -> SafeString:
    """Return the QR code of a text as SVG, at error correction level M; empty for a text that is too long or empty."""
    code = qr_path(text)
    if code is None:
        return SafeString("")
    path, wide = code
    return mark_safe(  # noqa: S308 - numbers of our own
        f'<svg class="qr" viewBox="0 0 {wide} {wide}" role="img" aria-label="{gettext("QR code")}"'
        ' shape-rendering="crispEdges">'
        f'<rect class="qr__ground" width="{wide}" height="{wide}"/><path class="qr__ink" d="{path}"/></svg>'
    )


def qr_path(text: str) -> tuple[str, int] | None:
    """Return the dark modules of a text's QR code as an SVG path, and the side in modules, quiet zone included.

    Return None for a text that is too long or empty.
    """
    if not 0 < len(text) <= MAX_CHARACTERS:
        return None
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    image: Any = code.to_image(scale=1, add_quiet_zones=False)  # a buffer, missing in the type stubs
    modules = memoryview(image)
    side = len(modules)
    path = "".join(
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z" for y in range(side) for x in range(side) if not modules[y, x]
    )
    return path, side + 2 * QUIET_ZONE


def read_qr_codes(raw: bytes) -> list[str]:
    """Return the texts of the QR codes in a photo, the largest code first; empty if there is none.

    Raises UnreadablePicture, and NoCapacity while too many other photos are read.
    """
    return uploads.qr_codes(raw, READ_SIZE)
