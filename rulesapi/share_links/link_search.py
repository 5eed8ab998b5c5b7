"""The search for links in any text: a code is recognized by its alphabet and its checksum.

Chat programs, mail and phones add marks, wrap lines and escape characters. None of that yields a wrong code, since the
check characters would not match.
"""

import html
import re
from itertools import islice
from typing import NamedTuple
from urllib.parse import unquote

from catalog.documents import json_input
from rulesapi.share_links.code_format import MAX_CODE_LENGTH, is_whole

MIN_CODE_LENGTH = 10
"""The length of the shortest code, that of a list without cards, in characters."""
MAX_CANDIDATES = 100
"""The maximum number of code candidates tried in one text."""
MAX_WRAPPED = 20
"""The maximum number of candidates that are continued on following lines."""
MAX_LINES_OF_CODE = 150
"""The maximum number of lines of one wrapped code."""
MAX_EMPHASIS = 3
"""The maximum number of emphasis marks after a code; the marks are also letters of its alphabet."""

_SOFT_BREAK = re.compile(r"=[ \t]*\r?\n")
_QUOTED_PRINTABLE = re.compile(r"=(23|2D|5F|3D|20)")
_ESCAPED = re.compile(r"\\(?=[#_\-])")
_START = re.compile(r"(?P<hash>#\s*)?(?<![A-Za-z0-9])1[A-Za-z0-9_-]*")
_CONTINUED = re.compile(r"[ \t]*\r?\n[ \t>|*]*([A-Za-z0-9_-]+)")
_ADDRESS = re.compile(r"/l/?(?:\?[^#\s]{0,500})?\s*#\s*(?P<code>[^\s<>()\[\]\"']*)", re.IGNORECASE)
_LETTERS = re.compile(r"[A-Za-z0-9_-]*")


class FoundCode(NamedTuple):
    """A complete code in a text, with its start and end position."""

    code: str
    start: int
    end: int


def unescaped(text: str) -> str:
    """Return a text without the escapes that mail, chats and addresses put in place of link characters."""
    plain = _ESCAPED.sub("", _SOFT_BREAK.sub("", json_input.tidy(text)))
    plain = _QUOTED_PRINTABLE.sub(lambda match: chr(int(match[1], 16)), plain)
    return unquote(unquote(html.unescape(plain)))


def find_codes(text: str) -> list[FoundCode]:
    """Return the complete codes in an `unescaped` text without duplicates, in order."""
    starts = _START.finditer(text)
    likely = [match for match in starts if match["hash"] or len(match[0]) >= MIN_CODE_LENGTH]
    likely.sort(key=lambda match: match["hash"] is None)
    codes: dict[str, FoundCode] = {}
    wrapped = 0
    for match in islice(likely, MAX_CANDIDATES):
        wrapped += _CONTINUED.match(text, match.end()) is not None
        lines = MAX_LINES_OF_CODE if wrapped <= MAX_WRAPPED else 1
        whole = _whole_code(text, match.start() + len(match["hash"] or ""), match.end(), lines)
        if whole is not None:
            codes.setdefault(whole.code, whole)
    return sorted(codes.values(), key=lambda found_code: found_code.start)


def address_code(text: str) -> str | None:
    """Return the code part of the first link address in an `unescaped` text; None if there is none."""
    found = _ADDRESS.search(text)
    return _likely_code(found["code"]) if found else None


def is_like_code(text: str) -> bool:
    """Return whether a text looks like a code: one long word of code letters, not a count before a name (“1xOgre”)."""
    mixed = any(letter.isupper() or letter.isdigit() or letter == "_" for letter in text[3:])
    return len(text) >= MIN_CODE_LENGTH and mixed and _START.fullmatch(text) is not None


def read_codes(text: str) -> list[str]:
    """Return the codes of the links in a text; if none is complete, the likeliest candidate.

    Decoding the candidate reports the reason why it is invalid.
    """
    plain = unescaped(text)
    codes = [found.code for found in find_codes(plain)]
    return codes or [_likely_code(plain.strip().rpartition("#")[2].strip())]


def _likely_code(text: str) -> str:
    """Return the code letters at the start of a text if there are enough for a code, else the text."""
    letters = _LETTERS.match(text)
    return letters[0] if letters and len(letters[0]) >= MIN_CODE_LENGTH else text


def _whole_code(text: str, start: int, end: int, lines: int) -> FoundCode | None:
    """Return the complete code that starts at a position, on one line or wrapped over up to `lines` lines."""
    code = text[start:end]
    for _line in range(lines):
        for mark in range(MAX_EMPHASIS + 1):
            shorter = code[: len(code) - mark]
            if code[len(shorter) :].strip("_-"):
                break
            if is_whole(shorter):
                return FoundCode(shorter, start, end - mark)
        following = _CONTINUED.match(text, end)
        if following is None or len(code) > MAX_CODE_LENGTH:
            break
        code += following[1]
        end = following.end()
    return None
