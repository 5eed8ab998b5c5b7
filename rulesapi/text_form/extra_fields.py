"""Fields of a list other than its picks, one per line. Most exist in some games only: `Faction: wild`, `Opened: 3x
Orc`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from catalog.documents import slugify
from catalog.documents.errors import format_number
from catalog.documents.suggestions import listed
from rulesapi.engine.values.names import count_phrase, slug_as_words
from rulesapi.text_form.line_parser import (
    MAX_LINE_LENGTH,
    MAX_SLUG_LENGTH,
    ParsedCard,
    normalized_line,
    parse_cards,
    parse_single_card,
)
from rulesapi.text_form.name_index import NameIndex
from rulesapi.text_form.source_lines import read_sources, write_sources

FIELD_WORDS = {
    "faction": "faction",
    "map": "map",
    "battle map": "map",
    "tile": "tiles",
    "tiles": "tiles",
    "terrain tile": "tiles",
    "terrain tiles": "tiles",
    "battlefield tile": "tiles",
    "battlefield tiles": "tiles",
    "treasure": "treasure",
    "opened": "pool",
    "pool": "pool",
    "against": "against",
    "source": "sources",
    "sources": "sources",
}
"""The document field for each label that a line can begin with."""

SOURCES = "sources"
"""The field that lists of every game have."""

MAX_WORD_LENGTH = 20

MAX_TILES = 100
MAX_FIGURES = 500
MAX_COPIES = 1000
MAX_CHESTS = 500
MAX_TOKENS = 10_000
MAX_TEAMS = 100
MAX_PLAYERS = 100

_LINE = re.compile(rf"({'|'.join(FIELD_WORDS)})\s*:\s*(.*)\Z", re.IGNORECASE)
_NONE = "none"
_CHESTS = re.compile(r"(\d{1,5})\s+chests?\s+of\s+([123])\Z", re.IGNORECASE)
_TOKENS = re.compile(r"(\d{1,5})\s+tokens?\Z", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,5}\Z")


def field_line(line: str) -> tuple[str, str]:
    """Return the field of a line and its value; the field is empty for any other line."""
    match = _LINE.match(line)
    return (FIELD_WORDS[match[1].casefold()], match[2].strip()) if match else ("", "")


class ExtraFieldsReader:
    """A reader that collects the fields other than picks in `fields`; `names` are the names of the cards of picks."""

    def __init__(self, names: NameIndex) -> None:
        self.names = names
        self.others = NameIndex.of(names.library, extras=True)
        self.fields: dict[str, Any] = {}

    def parse(self, field: str, value: str, guess: bool) -> list[ParsedCard] | str:
        """Return the cards of a field line. For a field without cards, store the value and return an empty text, or an
        error.
        """
        if field in ("tiles", "pool") and value.casefold() == _NONE:
            self.fields.setdefault(field, [] if field == "tiles" else {})
            return ""
        if field == SOURCES:
            return self._sources(value)
        if field not in PLAIN_READERS:
            return parse_cards(self.names if field == "pool" else self.others, value, guess)
        if field in self.fields:
            return _("This is there already.")
        try:
            self.fields[field] = PLAIN_READERS[field](value)
        except ValueError as error:
            return str(error)
        return ""

    def _sources(self, value: str) -> str:
        """Store the sources in a value; return an error that lists the unknown ones, or an empty text."""
        self.fields[SOURCES], unread = read_sources(self.names.library, value, self.fields.get(SOURCES, ()))
        if not unread:
            return ""
        return _("{words}: this game has no such open set.").format(words=listed(unread, _("and")))

    def field_of(self, card: ParsedCard) -> str:
        """Return the field, other than the picks, to which the named card belongs; empty if there is none."""
        known = card.cards[0] if card.cards else self.names.library.cards.get(card.slug or "")
        places = self.names.library.ruleset.settings.items()
        return next((field for field, cards in places if cards is not None and isinstance(known, cards)), "")

    def put(self, field: str, slug: str, card: ParsedCard) -> tuple[str | None, str]:
        """Store a card of the map, the tiles or the pool; return its JSON pointer and an empty text, or None and the
        reason.
        """
        if card.is_taken_out:
            return None, _("A card that is taken out is not in the list.")
        if card.soldiers is not None or card.parts:
            return None, _("Only a creature of the list has soldiers or a part in it.")
        if field == "map":
            return self._map(slug, card)
        return self._tiles(slug, card) if field == "tiles" else self._pool(slug, card)

    def _map(self, slug: str, card: ParsedCard) -> tuple[str | None, str]:
        if "map" in self.fields or card.count != 1:
            return None, _("A list has one map.")
        self.fields["map"] = slug
        return "/map", ""

    def _tiles(self, slug: str, card: ParsedCard) -> tuple[str | None, str]:
        tiles = self.fields.get("tiles", [])
        if not 1 <= card.count <= MAX_TILES - len(tiles):
            return None, _("A list has from 1 to {most} tiles.").format(most=MAX_TILES)
        self.fields["tiles"] = [*tiles, *[slug] * card.count]
        return f"/tiles/{len(tiles)}", ""

    def _pool(self, slug: str, card: ParsedCard) -> tuple[str | None, str]:
        pool = self.fields.get("pool", {})
        copies = pool.get(slug, 0) + card.count
        if copies > MAX_COPIES or (slug not in pool and len(pool) == MAX_FIGURES):
            message = _("A pool has at most {figures} figures, each at most {copies} times.")
            return None, message.format(figures=MAX_FIGURES, copies=format_number(MAX_COPIES))
        self.fields["pool"] = {**pool, slug: copies}
        return f"/pool/{slug}", ""


def _faction(value: str) -> str:
    slug = slugify(value)[:MAX_SLUG_LENGTH].strip("-")
    if not slug:
        raise ValueError(_("No faction is named here."))
    return slug


def _treasure(value: str) -> dict[str, Any]:
    chests: Counter[int] = Counter()
    tokens = 0
    for part in value.split(","):
        if match := _CHESTS.match(part.strip()):
            chests[int(match[2])] += int(match[1])
        elif match := _TOKENS.match(part.strip()):
            tokens += int(match[1])
        else:
            raise ValueError(_("Treasure is written as: 2 chests of 1, 1 chest of 3, 5 tokens."))
    if chests.total() > MAX_CHESTS or tokens > MAX_TOKENS:
        message = _("There are at most {chests} chests and {tokens} tokens.")
        raise ValueError(message.format(chests=MAX_CHESTS, tokens=format_number(MAX_TOKENS)))
    return {"chests": sorted(chests.elements()), "tokens": tokens}


def _against(value: str) -> list[int]:
    numbers = [int(part) if _NUMBER.match(part.strip()) else 0 for part in value.split(",")]
    if len(numbers) > MAX_TEAMS or not all(1 <= number <= MAX_PLAYERS for number in numbers):
        raise ValueError(_("The players of each other team are written as: 2, 3."))
    return numbers


PLAIN_READERS: dict[str, Callable[[str], Any]] = {"faction": _faction, "treasure": _treasure, "against": _against}
"""Parsers of the fields without cards. They raise ValueError with the reason."""


def write_extra_fields(names: NameIndex, legion: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of the fields other than picks."""
    others = NameIndex.of(names.library, extras=True)
    if SOURCES in legion:
        yield from write_sources(names.library, legion[SOURCES])
    if "faction" in legion:
        yield f"Faction: {slug_as_words(legion['faction'])}"
    if "map" in legion:
        yield f"Map: {_card(others, legion['map'])}"
    if "tiles" in legion:
        rows = [(slug, len(list(same))) for slug, same in groupby(legion["tiles"])]
        yield from (f"Tile: {_card(others, slug, count)}" for slug, count in rows)
        if not rows:
            yield f"Tiles: {_NONE}"
    if "treasure" in legion:
        yield f"Treasure: {', '.join(_treasures(**legion['treasure']))}"
    if "pool" in legion:
        yield from (f"Opened: {_card(names, slug, legion['pool'][slug])}" for slug in sorted(legion["pool"]))
        if not legion["pool"]:
            yield f"Opened: {_NONE}"
    if "against" in legion:
        yield f"Against: {', '.join(map(str, legion['against']))}"


def _treasures(chests: list[int], tokens: int) -> Iterator[str]:
    for number, copies in sorted(Counter(chests).items()):
        yield f"{count_phrase(copies, 'chest', 'chests')} of {number}"
    yield count_phrase(tokens, "token", "tokens")


def _card(names: NameIndex, slug: str, count: int = 1) -> str:
    """Return the card by name if that text resolves to exactly this card, else by slug."""
    before = f"{count}x " if count != 1 else ""
    card = names.library.cards.get(slug)
    title = " ".join(normalized_line(card.title).split()) if card is not None else ""
    lines = [f"{before}{shown}" for shown in (title, f"{title} [{slug}]")] if title else []
    return next((line for line in lines if _resolves_to(names, line, slug, count)), f"{before}[{slug}]")


def _resolves_to(names: NameIndex, line: str, slug: str, count: int) -> bool:
    card = parse_single_card(names, line, guess=False)
    found = [card.slug] if card.slug is not None else [one.slug for one in card.cards]
    plain = (
        not card.unread
        and not card.unread_numbers
        and not card.parts
        and card.soldiers is None
        and line.casefold() != _NONE
    )
    return plain and found == [slug] and card.count == count and len(line) <= MAX_LINE_LENGTH - MAX_WORD_LENGTH
