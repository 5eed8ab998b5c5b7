"""What lists of new legions are called and where they are; and texts as feeds can hold them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from legions.languages import in_this_language

# What no XML document may hold, not even written as a number. A name can have it: JSON knows every character.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Heading:
    """What a list is called, the address of its page, and that of its feed."""

    title: str
    address: str
    feed: str


def heading(game: Mapping[str, Any] | None, format: Mapping[str, Any] | None) -> Heading:
    """Return how the list for everybody is headed: that of all games, of one, or of one format."""
    if game is None:
        return Heading(_("Lists for everybody"), "/shared/", in_this_language("/shared/atom/"))
    asked = {"game": game["slug"]} | ({"format": format["slug"]} if format else {})
    of = f"{game['name']}, {format['name']}" if format else game["name"]
    feed = in_this_language("/shared/atom/" + "".join(f"{slug}/" for slug in asked.values()))
    return Heading(_("Lists for everybody: %(of)s") % {"of": of}, f"/shared/?{urlencode(asked)}", feed)


def plain(text: str) -> str:
    """Return a text without the characters that no XML document may hold."""
    return _NO_XML.sub("", text)
