"""A code as a text: its version, the characters of its bits, and the characters that tell whether they are whole."""

import hashlib

from django.utils.translation import gettext as _

from catalog.faults import written

from .bits import CHARACTERS, SIX

VERSION = "1"
LONGEST = 8_000
"""Characters of the longest code that is written or read."""

WHOLE = 3
"""Check characters over the code itself, which tell that a part was lost or mistyped on the way."""
MEANT = 2
"""Check characters over the list meant, which tell that another catalog has other cards under the same numbers."""


class Unreadable(ValueError):
    """A code that cannot be read, with what to do about it as its text.

    `reason` is `no-link`, `newer`, `damaged` or `other-catalog`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class TooLong(ValueError):
    """A legion that is too large for a link."""


def seal(characters: str, meaning: str) -> str:
    """The code of these characters, which mean the list of that canonical text. Raises TooLong."""
    body = VERSION + characters
    code = body + check(body, WHOLE) + check(meaning, MEANT)
    if len(code) > LONGEST:
        message = _("A link holds at most {most} characters, and this one would take {number}.")
        raise TooLong(message.format(most=written(LONGEST), number=written(len(code))))
    return code


def unseal(code: str) -> tuple[str, str]:
    """The characters in a code and the check of what they mean. Raises Unreadable."""
    if not code or not set(code) <= set(CHARACTERS):
        message = _("No list can be read from this link. Copy the whole link, with all that stands after its “#”.")
        raise Unreadable("no-link", message)
    if len(code) > LONGEST:
        message = _("This is no link to a list: none has more than {most} characters.")
        raise Unreadable("no-link", message.format(most=written(LONGEST)))
    if code[0] != VERSION:
        raise _of_another_kind(code)
    body, whole, meant = code[: -WHOLE - MEANT], code[-WHOLE - MEANT : -MEANT], code[-MEANT:]
    if check(body, WHOLE) != whole:
        raise Unreadable(
            "damaged", _("A part of this link was lost or changed on its way. Copy the whole of it again.")
        )
    return body[1:], meant


def check(text: str, length: int) -> str:
    """So many characters that hang on every bit of a text: the first of its SHA-256."""
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()) >> (256 - SIX * length)
    return "".join(CHARACTERS[bits >> SIX * place & 63] for place in reversed(range(length)))


def _of_another_kind(code: str) -> Unreadable:
    if code[0].isdigit() and code[0] > VERSION:
        return Unreadable("newer", _("This link was made by a newer Muster than this one, which cannot read it yet."))
    return Unreadable("no-link", _("This is no link to a list."))
