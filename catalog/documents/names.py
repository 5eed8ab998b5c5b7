"""Names, of whatever kind: which characters are refused where somebody gives one.

A direction mark turns the letters after it around, on other lines of a page, too; a control character shows nothing.
Zero-width characters are left out instead, with everything else that `json_input.tidy` leaves out: they come along
when a name is copied.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, json_pointer

NAME_KEYS = ("name", "tags")
"""Where names stand in documents of every kind: one, or a list of them."""
# Marks and isolates of direction (Bidi_Control of Unicode), and controls but tab and line break, which count as spaces.
_REFUSED = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def refusal(name: str) -> str:
    """Return why a name is refused, empty for one that is not."""
    found = _REFUSED.search(name)
    if found is None:
        return ""
    code = f"U+{ord(found[0]):04X}"
    if unicodedata.category(found[0]) == "Cc":
        return _("A name cannot have control characters. Leave {code} out.").format(code=code)
    return _("A name cannot have marks that change the direction of letters. Leave {code} out.").format(code=code)


def validate(name: Any) -> None:
    """Raise ValidationError for a name that is refused."""
    if isinstance(name, str) and (message := refusal(name)):
        raise ValidationError(message, code="name_characters")


def faults(document: Any, before: Any = None) -> list[Fault]:
    """Return the faults of the names in a document; one that was there `before` is left alone."""
    known = {name for _place, name in _names(before)}
    return [
        Fault(json_pointer(*place), "name-characters", message)
        for place, name in _names(document)
        if name not in known and (message := refusal(name))
    ]


def _names(value: Any, *place: str | int) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in NAME_KEYS:
                yield from _names(item, *place, key)
            elif isinstance(item, str):
                yield (*place, key), item
            elif isinstance(item, list):
                yield from (((*place, key, number), one) for number, one in enumerate(item) if isinstance(one, str))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _names(item, *place, number)
