"""What lists of new legions are called and where they are; and texts as feeds can hold them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from legions.site.languages import localized_url

# What no XML document may hold, not even written as a number. A name can have it: JSON knows every character.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class GalleryHeading:
    """What a list is called, the address of its page, and that of its feed."""

    title: str
    address: str
    feed: str


def gallery_heading(game: Mapping[str, Any] | None, format: Mapping[str, Any] | None) -> GalleryHeading:
    """Return how the list for everybody is headed: that of all games, of one, or of one format."""
    if game is None:
        return GalleryHeading(_("Public lists"), "/shared/", localized_url("/shared/atom/"))
    params = {"game": game["slug"]} | ({"format": format["slug"]} if format else {})
    of = f"{game['name']}, {format['name']}" if format else game["name"]
    feed = localized_url("/shared/atom/" + "".join(f"{slug}/" for slug in params.values()))
    return GalleryHeading(_("Public lists: %(of)s") % {"of": of}, f"/shared/?{urlencode(params)}", feed)


def xml_safe(text: str) -> str:
    """Return a text without the characters that no XML document may hold."""
    return _NO_XML.sub("", text)
