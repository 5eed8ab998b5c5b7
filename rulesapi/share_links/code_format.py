"""The text format of a code: its version, the characters of its bits, and its check characters."""

import hashlib

from django.utils.translation import gettext as _

from catalog.documents.errors import format_number
from rulesapi.share_links.bit_stream import BITS_PER_CHARACTER, CHARACTERS

VERSION = "1"
MAX_CODE_LENGTH = 8_000
"""The maximum length of a code in characters."""

CHECKSUM_LENGTH = 3
"""The number of check characters over the code itself, which detect lost or mistyped parts."""
CONTENT_CHECK_LENGTH = 2
"""The number of check characters over the list, which detect a catalog with other cards under equal numbers."""

_CHECKS = CHECKSUM_LENGTH + CONTENT_CHECK_LENGTH


class UnreadableCode(ValueError):
    """A code that cannot be read. The message tells the user what to do.

    `reason` is `no-link`, `newer`, `damaged` or `other-catalog`.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class LegionTooLong(ValueError):
    """A legion that does not fit into a link."""


def seal(characters: str, meaning: str) -> str:
    """Return the code of these characters for the list with canonical text `meaning`. Raises LegionTooLong."""
    body = VERSION + characters
    code = body + checksum(body, CHECKSUM_LENGTH) + checksum(meaning, CONTENT_CHECK_LENGTH)
    if len(code) > MAX_CODE_LENGTH:
        message = _("A link holds at most {most} characters, and this one would take {number}.")
        raise LegionTooLong(message.format(most=format_number(MAX_CODE_LENGTH), number=format_number(len(code))))
    return code


def unseal(code: str) -> tuple[str, str]:
    """Return the data characters of a code and the check characters of its list. Raises UnreadableCode."""
    if not code or not set(code) <= set(CHARACTERS):
        message = _("No list can be read from this link. Copy the whole link, with everything after its “#”.")
        raise UnreadableCode("no-link", message)
    if len(code) > MAX_CODE_LENGTH:
        message = _("This is not a link to a list: it has more than {most} characters.")
        raise UnreadableCode("no-link", message.format(most=format_number(MAX_CODE_LENGTH)))
    if code[0] != VERSION:
        raise _unsupported_version(code)
    if not is_whole(code):
        raise UnreadableCode(
            "damaged", _("A part of this link was lost or changed on its way. Copy the whole of it again.")
        )
    return code[len(VERSION) : -_CHECKS], code[-CONTENT_CHECK_LENGTH:]


def is_whole(code: str) -> bool:
    """Return whether a text is a code of this version with matching check characters."""
    body, checks = code[:-_CHECKS], code[-_CHECKS:]
    plausible = code.startswith(VERSION) and _CHECKS < len(code) <= MAX_CODE_LENGTH and set(code) <= set(CHARACTERS)
    return plausible and checksum(body, CHECKSUM_LENGTH) == checks[:CHECKSUM_LENGTH]


def checksum(text: str, length: int) -> str:
    """Return the first `length` base64url characters of the SHA-256 of a text."""
    bits = int.from_bytes(hashlib.sha256(text.encode()).digest()) >> (256 - BITS_PER_CHARACTER * length)
    return "".join(CHARACTERS[bits >> BITS_PER_CHARACTER * place & 63] for place in reversed(range(length)))


def _unsupported_version(code: str) -> UnreadableCode:
    if code[0].isdigit() and code[0] > VERSION:
        return UnreadableCode(
            "newer", _("This link was made by a newer Muster than this one, which cannot read it yet.")
        )
    return UnreadableCode("no-link", _("This is not a link to a list."))
