"""Published files of a picture: fixed widths, each as WebP and AVIF, generated from its pixels alone."""

from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any, NamedTuple

from PIL import Image

WIDTHS = (320, 640, 1_024)
"""Widths in pixels of narrower files: phone, high-density phone, column of a page. The maximum is MAX_SIDE_PIXELS."""
MAX_SIDE_PIXELS = 1_600
"""Maximum longer side of a stored picture, in pixels."""
MIN_WIDTH_RATIO = 0.85
"""Maximum width of a narrower file, as a share of the width of the whole picture."""
ENCODINGS: dict[str, dict[str, Any]] = {
    "avif": {"format": "AVIF", "quality": 60, "speed": 8},
    "webp": {"format": "WEBP", "quality": 80, "method": 4},
}


class RenderedFile(NamedTuple):
    """A published file of a picture."""

    form: str
    width: int
    height: int
    body: bytes

    @property
    def digest(self) -> str:
        return sha256(self.body).hexdigest()


def digest(image: Image.Image) -> str:
    """Return a digest of the pixels of a picture."""
    return sha256(b"%d %d " % image.size + image.tobytes()).hexdigest()


def render_files(image: Image.Image) -> Iterator[RenderedFile]:
    """Yield the files of a plain RGB picture that is no longer than MAX_SIDE_PIXELS."""
    widths = [wide for wide in WIDTHS if wide < MIN_WIDTH_RATIO * image.width]
    for wide in (*widths, image.width):
        high = max(1, round(image.height * wide / image.width))
        sized = image if wide == image.width else image.resize((wide, high), Image.Resampling.LANCZOS)
        for form, how in ENCODINGS.items():
            out = BytesIO()
            sized.save(out, **how)
            yield RenderedFile(form, wide, high, out.getvalue())
