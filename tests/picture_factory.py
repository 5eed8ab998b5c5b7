"""Pictures of cards for tests."""

from typing import Any

from catalog.models import Picture, Record
from catalog.pictures import services
from catalog.pictures.services import Credit
from tests import hostile_images

CREDIT = Credit(alt="The miniature from the front.", author="A. Painter", licence="CC-BY-4.0")


def raw(shade: int = 90, size: tuple[int, int] = (400, 300)) -> bytes:
    """Return a photo; another shade is another one."""
    return hostile_images.jpeg(hostile_images.plain(size=size).point(lambda value: (value + shade) % 256))


def add(slug: str, shade: int = 90, *, by: Any = None, credit: Credit = CREDIT) -> Picture:
    """Add a picture to a card that the catalog has. Where files go (`MEDIA_ROOT`) is the test's business."""
    return services.add(record=Record.objects.get(slug=slug), raw=raw(shade), credit=credit, by=by)
