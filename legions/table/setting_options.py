"""Options for the fields of a list other than its picks, for the controls that change them, and the part of each
pick.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from legions.cards.stock import CardView, Stock
from legions.changes.basic import picks
from legions.changes.setting import describe_part, token_words
from rulesapi.engine.values.names import slug_as_words

ExtraRow = tuple[str, Any, str]
"""A list field that only some games have: its name, its label, and its value as text."""


@dataclass(frozen=True, slots=True)
class ExtraOption:
    """An option: its slug, its label, whether it is chosen, and one line about it."""

    slug: str
    words: Any
    chosen: bool = False
    line: str = ""


@dataclass(frozen=True, slots=True)
class TileGroup:
    """The tiles of one set to choose from."""

    title: str
    tiles: tuple[ExtraOption, ...]

    @property
    def together(self) -> str:
        """The slugs of all tiles, separated by commas as the form takes them; empty for a single tile."""
        return ",".join(tile.slug for tile in self.tiles) if len(self.tiles) > 1 else ""


@dataclass(frozen=True, slots=True)
class TileOptions:
    """The tiles of a list in their order, and the available ones by set."""

    chosen: tuple[CardView, ...]
    groups: tuple[TileGroup, ...]


@dataclass(frozen=True, slots=True)
class OpenedFigure:
    """A figure of the pool: the number opened, and the number on the table."""

    card: CardView
    copies: int
    standing: int

    @property
    def left(self) -> bool:
        """True if one more can be added to the table."""
        return self.standing < self.copies


@dataclass(frozen=True, slots=True)
class FigurePool:
    """The opened figures, and all available ones. `short` is true if more are on the table than were opened."""

    opened: tuple[OpenedFigure, ...]
    figures: tuple[ExtraOption, ...]
    short: bool


@dataclass(frozen=True, slots=True)
class PickPart:
    """The part of a pick in its list: as text, and with the options if requested."""

    words: str
    masters: tuple[ExtraOption, ...]
    summoners: tuple[ExtraOption, ...]
    unit: str
    formed: bool
    units: tuple[ExtraOption, ...]


MakePart = Callable[[int, bool], PickPart]
"""A function that returns the part of a pick by its index, with or without options."""


def card_options(cards: Iterable[CardView], stock: Stock, chosen: str | None = None) -> tuple[ExtraOption, ...]:
    """Return cards as options, by title. The chosen one is always included."""
    there = {card.slug: card for card in [*cards, *([stock.card(chosen)] if chosen is not None else [])]}
    found = sorted(there.values(), key=lambda card: card.title)
    return tuple(ExtraOption(card.slug, card.title, card.slug == chosen, card.line) for card in found)


def cards_of_kind(stock: Stock, kind: str) -> list[CardView]:
    """Return the cards of one kind that are not retired."""
    cards = (card for card in stock.cards.values() if card.document["kind"] == kind)
    return [card for card in cards if "retired" not in card.document]


def tile_options(document: Mapping[str, Any], stock: Stock, kind: str) -> TileOptions:
    """Return the tiles of a list; `kind` is the kind of tile cards in its game."""
    there = sorted(cards_of_kind(stock, kind), key=lambda card: (_set(card, stock), card.title))
    groups = groupby(there, key=lambda card: _set(card, stock))
    return TileOptions(
        tuple(stock.card(slug) for slug in document.get("tiles", ())),
        tuple(TileGroup(title, tuple(ExtraOption(card.slug, card.title) for card in cards)) for title, cards in groups),
    )


def figure_pool(document: dict[str, Any], stock: Stock, format_: Mapping[str, Any], rule: str) -> FigurePool | None:
    """Return the opened figures of a list, or None if it has none and its format does not have `rule`."""
    pool = document.get("pool")
    if pool is None and f"{document['game']}/{rule}" not in format_.get("with", ()):
        return None
    standing: Counter[str] = Counter()
    for pick in picks(document):
        standing[pick["card"]] += pick.get("count", 1)
    opened = [OpenedFigure(stock.card(slug), copies, standing[slug]) for slug, copies in (pool or {}).items()]
    return FigurePool(
        opened=tuple(sorted(opened, key=lambda option: option.card.title)),
        figures=card_options((card for card in stock.cards.values() if card.stands), stock),
        short=any(copies > (pool or {}).get(slug, 0) for slug, copies in standing.items()),
    )


def part_maker(document: dict[str, Any], stock: Stock, brings_minions: Callable[[CardView], bool]) -> MakePart:
    """Return a function that makes the parts of a list's picks.

    Options common to all picks are computed once for the list.
    """
    lines = picks(document)
    cards = sorted((stock.card(slug) for slug in {one["card"] for one in lines}), key=lambda card: card.title)
    there = [ExtraOption(card.slug, card.title, line=card.line) for card in cards]
    bringing = {card.slug for card in cards if brings_minions(card)}
    masters = [option for option in there if option.slug in bringing]
    named = dict.fromkeys(one["unit"] for one in lines if "unit" in one)

    def choice(among: list[ExtraOption], own: str, chosen: str | None) -> tuple[ExtraOption, ...]:
        others = tuple(
            replace(one, chosen=True) if one.slug == chosen else one
            for one in among
            if one.slug != own or one.slug == chosen
        )
        if chosen is None or any(one.chosen for one in others):
            return others
        card = stock.card(chosen)
        return tuple(
            sorted([*others, ExtraOption(card.slug, card.title, True, card.line)], key=lambda option: option.words)
        )

    def made(index: int, choices: bool) -> PickPart:
        pick = lines[index]
        words = describe_part(pick, stock.title)
        unit, formed = slug_as_words(pick.get("unit", "")), pick.get("formed", False)
        if not choices:
            return PickPart(words, (), (), unit, formed, ())
        attached = pick.get("attached_to")
        units = {**named, attached: None} if attached else named
        return PickPart(
            words=words,
            masters=choice(masters, pick["card"], pick.get("minion_of")),
            summoners=choice(there, pick["card"], pick.get("summoned_by")),
            unit=unit,
            formed=formed,
            units=tuple(ExtraOption(slug, slug_as_words(slug), slug == attached) for slug in units),
        )

    return made


def extra_rows(
    document: Mapping[str, Any],
    stock: Stock,
    labels: Mapping[str, Any],
    value_labels: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> list[ExtraRow]:
    """Return the fields of a list other than its picks as text; empty if it has none.

    `value_labels` are the labels of values for fields that do not name cards.
    """
    return [
        (field, label, _value_words(document.get(field), value_labels.get(field), stock))
        for field, label in labels.items()
    ]


def _value_words(value: Any, value_labels: Mapping[str, Any] | None, stock: Stock) -> str:
    if not value:
        return ""
    if value_labels is not None:
        return str(value_labels.get(value, value))
    if isinstance(value, str):
        return stock.title(value)
    if isinstance(value, Mapping) and "chests" in value:
        chests = ", ".join(map(str, value["chests"])) or _("none")
        return _("chest markers {chests}; {tokens}").format(chests=chests, tokens=token_words(value["tokens"]))
    counts = value if isinstance(value, Mapping) else Counter(value)
    titles = [(stock.title(slug), count) for slug, count in counts.items()]
    return ", ".join(title if count == 1 else f"{count} × {title}" for title, count in titles)


def _set(card: CardView, stock: Stock) -> str:
    slug = card.document.get("set") or ""
    return stock.sets.get(slug, {}).get("name") or slug
