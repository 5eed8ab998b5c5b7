"""The decoder of links into legions. Codes come from untrusted input, so every number is bounded."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from catalog.documents import json_input
from catalog.documents.errors import InvalidInput
from rulesapi.engine.core.library import Library
from rulesapi.engine.values.model import CannotJudge
from rulesapi.share_links.bit_stream import BitReader
from rulesapi.share_links.code_format import CONTENT_CHECK_LENGTH, UnreadableCode, checksum, unseal
from rulesapi.share_links.encoder import DATE_BITS, content_text, source_words
from rulesapi.share_links.value_codec import take_field, take_value, take_word

MAX_COUNT = 500
"""The maximum count of one pick; more copies are split into several picks."""

LibraryLookup = Callable[[int, int], Library]


def decode(code: str, find: LibraryLookup) -> dict[str, Any]:
    """Return the legion's document in a code: the list, the release and the date, without default values.

    `find` returns the library for a release and for the number of a game among the sorted games of that release; it
    raises LookupError if there is none. Raises UnreadableCode.
    """
    characters, checked = unseal(code)
    try:
        reader = BitReader(characters)
        library = find(reader.number(4), reader.number(2))
        legion = _read_legion(reader, library)
        json_input.check(legion)
        meaning = content_text(library, legion)
    except (ValueError, LookupError, TypeError, InvalidInput, CannotJudge) as error:
        raise _catalog_mismatch() from error
    if checksum(meaning, CONTENT_CHECK_LENGTH) != checked:
        raise _catalog_mismatch()
    return legion


def _catalog_mismatch() -> UnreadableCode:
    message = gettext(
        "This link is whole, but not one of this site: its numbers mean other cards here, or a release that there is"
        " not. Open it where it was made."
    )
    return UnreadableCode("other-catalog", message)


def _read_legion(reader: BitReader, library: Library) -> dict[str, Any]:
    legion: dict[str, Any] = {"game": library.game, "release": library.release}
    if reader.fixed(1):
        legion["format"] = take_word(reader, sorted(library.formats))
    if reader.fixed(1):
        legion["points"] = reader.number(7)
    if reader.fixed(1):
        digits = f"{reader.fixed(DATE_BITS):08}"
        legion["on"] = f"{digits[:-4]}-{digits[-4:-2]}-{digits[-2:]}"
    if rules := [take_word(reader, sorted(library.house_rules)) for _ in reader.many()]:
        legion["house_rules"] = rules
    cards = sorted(library.cards)
    if facts := {take_word(reader, cards): take_value(reader, cards) for _ in reader.many()}:
        legion["facts"] = facts
    players = reader.many()
    if not players:
        legion |= _read_part(reader, cards, source_words(library))
    else:
        legion |= _read_game_fields(reader, cards, source_words(library))
        legion["team"] = [_read_part(reader, cards, []) for _ in players]
    reader.end()
    return legion


def _read_part(reader: BitReader, cards: list[str], sources: list[str]) -> dict[str, Any]:
    own = _read_game_fields(reader, cards, sources)
    picks: list[dict[str, Any]] = []
    for _ in reader.many(3):
        picks += _read_lines(reader, cards)
        if len(picks) > json_input.ARRAY_LIMIT:
            raise ValueError("more picks than a legion has")
    return {**own, "picks": picks}


def _read_lines(reader: BitReader, cards: list[str]) -> list[dict[str, Any]]:
    """Return the picks of one line: one per copy if the copies carry upgrades, otherwise as few as possible."""
    line: dict[str, Any] = {"card": take_word(reader, cards)}
    copies = reader.number() + 1
    if copies > MAX_COUNT * json_input.ARRAY_LIMIT:
        raise ValueError("more copies than a legion has")
    soldiers = reader.number()
    if soldiers:
        line["soldiers"] = 0 if soldiers == 1 else soldiers
    upgrades = [take_word(reader, cards) for _ in reader.many(1)]
    line |= _read_game_fields(reader, cards, [])
    if upgrades:
        if max(copies, len(upgrades)) > json_input.ARRAY_LIMIT:
            raise ValueError("more cards than a legion has")
        return [{**line, "upgrades": list(upgrades)} for _ in range(copies)]
    full, rest = divmod(copies, MAX_COUNT)
    counts = [MAX_COUNT] * full + [rest] * bool(rest)
    return [line if count == 1 else {**line, "count": count} for count in counts]


def _read_game_fields(reader: BitReader, cards: list[str], sources: list[str]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for _ in reader.many():
        name = take_field(reader)
        fields[name] = take_value(reader, sources if name == "sources" else cards)
    return fields
