"""QR codes: drawn as SVG, and read from photos that anybody may send.

What photos are taken at all says `catalog.pictures.uploads`.
"""

from typing import Any

import zxingcpp
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from catalog.pictures import uploads

MAX_CHARACTERS = 600
"""Characters that are drawn: beyond this the squares of a printed code are too small for a phone."""
QUIET_ZONE = 4
"""Modules of white around a code, which readers need."""

READ_SIZE = 2_400
"""Pixels of the longer side in which codes are looked for."""


def qr_svg(text: str) -> SafeString:
    """Draw the QR code of a text as SVG, at level M; nothing for one that is too long or empty."""
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
    """Return the dark squares of a text's QR code as a path, and how many modules its side has with the white around.

    None for a text that is too long or empty.
    """
    if not 0 < len(text) <= MAX_CHARACTERS:
        return None
    code = zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode, ec_level="M")
    image: Any = code.to_image(scale=1, add_quiet_zones=False)  # a buffer, which its stubs do not say
    modules = memoryview(image)
    side = len(modules)
    path = "".join(
        f"M{x + QUIET_ZONE} {y + QUIET_ZONE}h1v1h-1z" for y in range(side) for x in range(side) if not modules[y, x]
    )
    return path, side + 2 * QUIET_ZONE


def read_qr_codes(raw: bytes) -> list[str]:
    """Return what the QR codes in a photo say, the largest first; none when none is found.

    Raises UnreadablePicture, and NoCapacity while others are read.
    """
    return uploads.qr_codes(raw, READ_SIZE)
