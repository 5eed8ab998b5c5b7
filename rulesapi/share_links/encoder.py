"""The encoder of legions into links."""

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from rulesapi.engine.core.digest import canonical_text
from rulesapi.engine.core.library import Library
from rulesapi.engine.core.sources import OFFICIAL, check_sources
from rulesapi.share_links.bit_stream import BitWriter
from rulesapi.share_links.code_format import seal
from rulesapi.share_links.value_codec import put_field, put_value, put_word

DATE_BITS = 27
"""The number of bits of a date, written as one number of eight digits."""
HEADER_FIELDS = frozenset(("facts", "format", "game", "house_rules", "points", "picks", "team"))
"""Fields of a canonical list that the code stores separately; other fields depend on the game."""
PICK_FIELDS = frozenset(("card", "count", "soldiers", "upgrades"))
"""Fields of a canonical pick that the code stores separately."""


def encode(library: Library, games: Sequence[str], legion: dict[str, Any]) -> str:
    """Return the code of a legion's document, which the library must be able to judge.

    `games` are the sorted slugs of the games in the library's release. Raises LegionTooLong for a legion that does not
    fit into a link, CannotJudge for a format, house rule or source that the library lacks.
    """
    chosen = library.format(legion.get("format"))
    meaning = content_text(library, legion)
    content = json.loads(meaning[: meaning.index("\n")])
    writer = BitWriter()
    writer.number(library.release, 4)
    writer.number(list(games).index(library.game), 2)
    if chosen.slug == library.default_format:
        writer.fixed(0, 1)
    else:
        writer.fixed(1, 1)
        put_word(writer, chosen.slug, sorted(library.formats))
    if content["points"] == chosen.points:
        writer.fixed(0, 1)
    else:
        writer.fixed(1, 1)
        writer.number(content["points"], 7)
    writer.fixed("on" in legion, 1)
    if "on" in legion:
        writer.fixed(int(legion["on"].replace("-", "")), DATE_BITS)
    writer.number(len(content["house_rules"]))
    for slug in content["house_rules"]:
        put_word(writer, slug, sorted(library.house_rules))
    if "sources" in legion:
        content["sources"] = sorted_sources(legion)
    cards = sorted(library.cards)
    writer.number(len(content["facts"]))
    for slug, facts in content["facts"].items():
        put_word(writer, slug, cards)
        put_value(writer, facts, cards)
    parts = content.get("team", [])
    writer.number(len(parts))
    if parts:
        _put_game_fields(writer, content, HEADER_FIELDS, cards, source_words(library))
    for part in parts or [content]:
        _put_game_fields(writer, part, HEADER_FIELDS, cards, source_words(library))
        _put_picks(writer, part["picks"], cards)
    return seal(writer.characters(), meaning)


def content_text(library: Library, legion: dict[str, Any]) -> str:
    """Return the canonical text of a list followed by its release, its date and its sources, if any.

    Raises CannotJudge for a format, house rule or source that the library lacks.
    """
    check_sources(library, legion)
    chosen = library.format(legion.get("format"))
    house = library.agreed_house_rules(legion.get("house_rules", ()), chosen)
    agreed = {**legion, "house_rules": [one.slug for one in house.rules] if house else []}
    text = canonical_text(agreed, format=chosen.slug, points=legion.get("points", chosen.points))
    sources = f"\n{' '.join(sorted_sources(legion))}" if "sources" in legion else ""
    return f"{text}\n{library.release}\n{legion.get('on', '')}{sources}"


def sorted_sources(legion: Mapping[str, Any]) -> list[str]:
    """Return the sources of a list in the order used by codes: official cards first, then by slug."""
    return [OFFICIAL, *sorted(slug for slug in legion["sources"] if slug != OFFICIAL)]


def source_words(library: Library) -> list[str]:
    """Return the source slugs that codes refer to by number, sorted."""
    return sorted({OFFICIAL, *library.open_sets})


def _put_game_fields(
    writer: BitWriter, fields: Mapping[str, Any], without: frozenset[str], cards: list[str], sources: list[str]
) -> None:
    """Write the fields that depend on the game; `sources` is the vocabulary of the `sources` field."""
    own = sorted(fields.keys() - without)
    writer.number(len(own))
    for name in own:
        put_field(writer, name)
        put_value(writer, fields[name], sources if name == "sources" else cards)


def _put_picks(writer: BitWriter, picks: list[dict[str, Any]], cards: list[str]) -> None:
    """Write the lines of a list; equal lines with upgrades are written once with their number as the count."""
    lines = [(line, sum(one["count"] for one in same)) for line, same in groupby(picks)]
    writer.number(len(lines), 3)
    for line, count in lines:
        put_word(writer, line["card"], cards)
        writer.number(count - 1)
        writer.number(1 - line["soldiers"] if line["soldiers"] < 2 else line["soldiers"])
        writer.number(len(line["upgrades"]), 1)
        for slug in line["upgrades"]:
            put_word(writer, slug, cards)
        _put_game_fields(writer, line, PICK_FIELDS, cards, [])
