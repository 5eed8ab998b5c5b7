"""A code as a text: its version, the characters of its bits, and the characters that tell whether they are whole."""

import hashlib

from django.utils.translation import gettext as _

from catalog.documents.errors import format_number
from rulesapi.share_links.bit_stream import BITS_PER_CHARACTER, CHARACTERS

VERSION = "1"
MAX_CODE_LENGTH = 8_000
"""Characters of the longest code that is written or read."""

CHECKSUM_LENGTH = 3
"""Check characters over the code itself, which tell that a part was lost or mistyped on the way."""
CONTENT_CHECK_LENGTH = 2
"""Check characters over the list meant, which tell that another catalog has other cards under the same numbers."""

_CHECKS = CHECKSUM_LENGTH + CONTENT_CHECK_LENGTH


class UnreadableCode(ValueError):
    """A code that cannot be read, with what to do about it as its text.

    `reason` is `no-link`, `newer`, `damaged` or `other-catalog`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class LegionTooLong(ValueError):
    """A legion that is too large for a link."""


def seal(characters: str, meaning: str) -> str:
    """The code of these characters, which mean the list of that canonical text. Raises LegionTooLong."""
    body = VERSION + characters
    code = body + checksum(body, CHECKSUM_LENGTH) + checksum(meaning, CONTENT_CHECK_LENGTH)
    if len(code) > MAX_CODE_LENGTH:
        message = _("A link holds at most {most} characters, and this one would take {number}.")
        raise LegionTooLong(message.format(most=format_number(MAX_CODE_LENGTH), number=format_number(len(code))))
    return code


def unseal(code: str) -> tuple[str, str]:
    """The characters in a code and the check of what they mean. Raises UnreadableCode."""
    if not code or not set(code) <= set(CHARACTERS):
        message = _("No list can be read from this link. Copy the whole link, with everything after its “#”.")
        raise UnreadableCode("no-link", message)
    if len(code) > MAX_CODE_LENGTH:
        message = _("This is no link to a list: none has more than {most} characters.")
        raise UnreadableCode("no-link", message.format(most=format_number(MAX_CODE_LENGTH)))
    if code[0] != VERSION:
        raise _unsupported_version(code)
    if not is_whole(code):
        raise UnreadableCode(
            "damaged", _("A part of this link was lost or changed on its way. Copy the whole of it again.")
        )
    return code[len(VERSION) : -_CHECKS], code[-CONTENT_CHECK_LENGTH:]


def is_whole(code: str) -> bool:
    """Return whether a text is a code of this version whose check characters fit."""
    body, checks = code[:-_CHECKS], code[-_CHECKS:]
    plausible = code.startswith(VERSION) and _CHECKS < len(code) <= MAX_CODE_LENGTH and set(code) <= set(CHARACTERS)
    return plausible and checksum(body, CHECKSUM_LENGTH) == checks[:CHECKSUM_LENGTH]


def checksum(text: str, length: int) -> str:
    """So many characters that hang on every bit of a text: the first of its SHA-256."""
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()) >> (256 - BITS_PER_CHARACTER * length)
    return "".join(CHARACTERS[bits >> BITS_PER_CHARACTER * place & 63] for place in reversed(range(length)))


def _unsupported_version(code: str) -> UnreadableCode:
    if code[0].isdigit() and code[0] > VERSION:
        return UnreadableCode(
            "newer", _("This link was made by a newer Muster than this one, which cannot read it yet.")
        )
    return UnreadableCode("no-link", _("This is no link to a list."))
