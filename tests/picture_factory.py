"""Pictures of cards for tests."""

from functools import cache
from typing import Any
from unittest import mock

from catalog.models import Picture, Record
from catalog.pictures import renditions, services, uploads
from catalog.pictures.services import Credit
from tests import hostile_images

CREDIT = Credit(alt="The miniature from the front.", author="A. Painter", licence="CC-BY-4.0")


def raw(shade: int = 90, size: tuple[int, int] = (400, 300)) -> bytes:
    """Return a photo; each shade gives a different one."""
    return hostile_images.jpeg(hostile_images.plain(size=size).point(lambda value: (value + shade) % 256))


@cache
def _prepared(shade: int) -> tuple[Any, list[renditions.RenderedFile]]:
    """Return a decoded photo and its files, cached: to decode and encode one takes longer than most tests."""
    image = uploads.normalized(raw(shade), renditions.MAX_SIDE_PIXELS)
    return image, list(renditions.render_files(image))


def add(slug: str, shade: int = 90, *, by: Any = None, credit: Credit = CREDIT) -> Picture:
    """Add a picture to a card of the catalog. The test sets the folder of the files (`MEDIA_ROOT`)."""
    image, files = _prepared(shade)
    with (
        mock.patch.object(uploads, "normalized", return_value=image),
        mock.patch.object(renditions, "render_files", return_value=files),
    ):
        return services.add(record=Record.objects.get(slug=slug), raw=raw(shade), credit=credit, by=by)
