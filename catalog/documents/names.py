"""Validation of the characters in names of any kind.

A direction mark reverses the letters after it, even on other lines of a page. A control character is invisible. Both
are refused. Zero-width characters, which are often copied along with a name, are removed instead (`json_input.tidy`).
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from catalog.documents.errors import Fault, json_pointer

NAME_KEYS = ("name", "tags")
"""Keys of names, or lists of names, in documents of every kind."""
# Direction marks and isolates (Bidi_Control of Unicode), and control characters except tab and line breaks, which count
# as spaces.
_REFUSED = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def refusal(name: str) -> str:
    """Return the reason why a name is refused, empty for a valid name."""
    found = _REFUSED.search(name)
    if found is None:
        return ""
    code = f"U+{ord(found[0]):04X}"
    if unicodedata.category(found[0]) == "Cc":
        return _("A name cannot have control characters. Leave {code} out.").format(code=code)
    return _("A name cannot have marks that change the direction of letters. Leave {code} out.").format(code=code)


def validate(name: Any) -> None:
    """Raise ValidationError for a refused name."""
    if isinstance(name, str) and (message := refusal(name)):
        raise ValidationError(message, code="name_characters")


def faults(document: Any, before: Any = None) -> list[Fault]:
    """Return the faults of the names in a document. Names that were there `before` are accepted."""
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
