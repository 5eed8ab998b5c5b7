"""Lists in links, with any text around them, unless the text itself is a list."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents.errors import InvalidInput, json_pointer
from rulesapi.engine.core.library import Library
from rulesapi.judging import verdicts
from rulesapi.pasted_lists.refusals import refused
from rulesapi.share_links import LegionTooLong, UnreadableCode, link_search, link_service
from rulesapi.share_links.link_search import FoundCode
from rulesapi.text_form import ReportRow, exact_line_count

MAX_OTHERS = 10
"""The maximum number of further links of one text that are offered."""
MAX_ROW_LENGTH = 200

_LINK_LINE = re.compile(r"://|/[ls]/|#\s*1")
_ADDRESS = re.compile(r"\b\w+://[^\s<>\"')\]]+")

SHARED_ADDRESS = re.compile(
    r"(?:^|[\s<>()\[\]\"'=*_]|://[^\s/]{1,300})(?P<path>/api/v1/legions/shared|/s)/"
    r"(?P<key>[A-Za-z0-9_-]{1,67})(?:[ \t]*\r?\n[ \t>|]*(?P<rest>[A-Za-z0-9_-]{1,64}))?",
    re.MULTILINE,
)
"""The address of a shared list in a text; a line break may have split its key."""
MIN_KEY_LENGTH = 12

LibraryChoice = Callable[[str], Library]
"""A function that returns the library for the card names in a text. May raise InvalidInput."""


@dataclass(frozen=True)
class LinkedList:
    """The list of the first link in a text, report rows for its cards and the text around it, and further codes."""

    document: dict[str, Any]
    rows: list[ReportRow]
    other_codes: list[str]


def read_linked(text: str, choose_library: LibraryChoice) -> LinkedList | None:
    """Return the list in the link of a text; None if it has no complete link or names cards itself.

    Raises InvalidInput for a complete link that cannot be read here.
    """
    plain = link_search.unescaped(text)
    codes = link_search.find_codes(plain)
    if not codes or names_cards(text, choose_library):
        return None
    document, first = _first_readable(codes)
    line = _line_of(plain, first)
    others = [found for found in codes if found is not first]
    rows = [*card_rows(document, line), *_rows_around(plain, codes, line), *_rows_of_others(plain, others)]
    return LinkedList(document, rows, [found.code for found in others[:MAX_OTHERS]])


def names_cards(text: str, choose_library: LibraryChoice) -> bool:
    """Return whether a line of a text that contains no link begins with an exact card name."""
    rest = "\n".join(line for line in text.splitlines() if not _LINK_LINE.search(line))
    if not rest.strip():
        return False
    try:
        return exact_line_count(choose_library(rest), rest) > 0
    except InvalidInput:
        return False


def unread_links(text: str, document: dict[str, Any]) -> list[FoundCode]:
    """Return the links of a text that was read as a list line by line, except links to exactly this list."""
    return [found for found in link_search.find_codes(link_search.unescaped(text)) if not _holds(found.code, document)]


def link_refusal(text: str) -> InvalidInput | None:
    """Return why the link or address in a text without card names yields no list; None if the text has neither."""
    plain = link_search.unescaped(text).strip()
    code = link_search.address_code(plain)
    if code is None and link_search.is_like_code(plain):
        code = plain
    if code is not None:
        try:
            link_service.decode_legion(code)
        except UnreadableCode as error:
            return refused(error.reason, str(error))
        except InvalidInput as error:
            return error
    if (shared := SHARED_ADDRESS.search(plain)) and len(shared["key"]) >= MIN_KEY_LENGTH:
        message = _(
            "The list under {address} is kept on the site and cannot be opened from here. Import the address on the"
            " site, read the list over REST at /api/v1/legions/shared/{key}/, or paste the list itself."
        )
        path = f"{shared['path']}/{shared['key']}/"
        return refused("no-list", message.format(address=path, key=shared["key"]))
    if address := _ADDRESS.search(plain):
        message = _(
            "No list is in the address {address}, and no other page is opened from here. Paste the list itself, or a"
            " link that holds it, with everything after its “#”."
        )
        return refused("no-list", message.format(address=address[0][:MAX_ROW_LENGTH]))
    return None


def link_rows(text: str, links: list[FoundCode]) -> list[ReportRow]:
    """Return a report row for each link of a text that was read as a list line by line."""
    plain = link_search.unescaped(text)
    message = _("This link was not read, because the text names cards itself. Paste the link alone to read it.")
    return [_link_row(plain, found, message) for found in links[:MAX_OTHERS]]


def card_rows(document: dict[str, Any], line: int = 0) -> list[ReportRow]:
    """Return a report row for each card of a document, which names its cards by slug."""
    if not isinstance(document.get("picks"), list) or not isinstance(document.get("game"), str):
        return []
    library = verdicts.library(document["game"], document.get("release"))
    rows = []
    for number, pick in enumerate(document["picks"]):
        if not isinstance(pick, dict):
            continue
        rows.append(_card_row(library, pick.get("card"), json_pointer("picks", number), line))
        upgrades = pick.get("upgrades")
        for place, slug in enumerate(upgrades if isinstance(upgrades, list) else ()):
            rows.append(_card_row(library, slug, json_pointer("picks", number, "upgrades", place), line))
    return rows


def _card_row(library: Library, slug: Any, pointer: str, line: int) -> ReportRow:
    if isinstance(slug, str) and slug in library.cards:
        return ReportRow(line, slug, "mapped", card=slug, at=pointer)
    message = _("Release {release} has no card of this slug.").format(release=library.release)
    return ReportRow(line, str(slug)[:MAX_ROW_LENGTH], "unknown", at=pointer, message=message)


def _first_readable(codes: list[FoundCode]) -> tuple[dict[str, Any], FoundCode]:
    """Return the list of the first code that this catalog can read. Raises InvalidInput with the fault of the first
    code if it can read none.
    """
    refusal = None
    for found in codes[:MAX_OTHERS]:
        try:
            return link_service.decode_legion(found.code), found
        except UnreadableCode as error:
            refusal = refusal or refused(error.reason, str(error))
        except InvalidInput as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _holds(code: str, document: dict[str, Any]) -> bool:
    try:
        release = link_service.decode_legion(code).get("release")
        return link_service.encode_legion({**document, "release": release}) == code
    except (UnreadableCode, InvalidInput, LegionTooLong):
        return False


def _rows_around(plain: str, codes: list[FoundCode], line: int) -> list[ReportRow]:
    """Return one row with the text around the links; empty if there is none."""
    for code in sorted(codes, key=lambda code: code.start, reverse=True):
        plain = plain[: code.start] + plain[code.end :]
    words = " ".join(word for word in plain.split() if "://" not in word and "/l/" not in word)
    if not any(letter.isalnum() for letter in words):
        return []
    message = _("These words around the link were not read.")
    return [ReportRow(line, words[:MAX_ROW_LENGTH], "dropped", message=message)]


def _rows_of_others(plain: str, others: list[FoundCode]) -> list[ReportRow]:
    message = _("There are several links in this. The first was read, and not this one.")
    return [_link_row(plain, found, message) for found in others[:MAX_OTHERS]]


def _link_row(plain: str, code: FoundCode, message: str) -> ReportRow:
    return ReportRow(_line_of(plain, code), f"#{code.code}"[:MAX_ROW_LENGTH], "dropped", message=message)


def _line_of(plain: str, code: FoundCode) -> int:
    """Return the line number of a code, not counting soft line breaks of mails."""
    return plain.count("\n", 0, code.start) + 1
