"""Headings and addresses of lists of new public lists, and texts that fit into feeds."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from legions.site.languages import localized_url

# Characters that XML documents cannot contain, not even as references. JSON can, so names may have them.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class GalleryHeading:
    """The title of an overview of public lists, with the paths of its page and its feed."""

    title: str
    address: str
    feed: str


def gallery_heading(game: Mapping[str, Any] | None, format: Mapping[str, Any] | None) -> GalleryHeading:
    """Return the heading of the public lists of all games, one game, or one format."""
    if game is None:
        return GalleryHeading(_("Public lists"), "/shared/", localized_url("/shared/atom/"))
    params = {"game": game["slug"]} | ({"format": format["slug"]} if format else {})
    of = f"{game['name']}, {format['name']}" if format else game["name"]
    feed = localized_url("/shared/atom/" + "".join(f"{slug}/" for slug in params.values()))
    return GalleryHeading(_("Public lists: %(of)s") % {"of": of}, f"/shared/?{urlencode(params)}", feed)


def xml_safe(text: str) -> str:
    """Return a text without the characters that XML documents cannot contain."""
    return _NO_XML.sub("", text)
