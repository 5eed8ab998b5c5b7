"""What the pages of both editions of D&D Miniatures share: their words, how cards are found, and the warband's setting.

This is no game's room; each edition has one of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from catalog.models import fact
from legions.cards.facts import or_unknown
from legions.cards.stock import CardView
from legions.games import Choice, Document, Range, Sort
from rulesapi.engine.names import listed, spoken
from rulesapi.engine.rulesets.dnd_miniatures.sentences import sentences

if TYPE_CHECKING:
    from legions.presenting.bench import Bench

COLUMNS = {"factions": fact("factions"), "figure_size": fact("size")}
RANGES = (Range("cost", _("Cost"), "cost"), Range("level", _("Level"), "level", 100))
SORTS = (
    Sort("", _("Cost, highest first"), "cost", descending=True),
    Sort("cost", _("Cost, lowest first"), "cost"),
    Sort("level", _("Level, lowest first"), "level"),
    Sort("-level", _("Level, highest first"), "level", descending=True),
)
REASONS = {"discount": "discount", "minion": "minion", "summoned": "only comes during play"}
UNKNOWN = {
    "factions": "the factions of {card}",
    "alignment": "the alignment of {card}",
    "size": "the size of {card}",
    "area": "the area of {card}",
    "beta": "whether {card} is a beta card",
    "discounts": "the discounts of {card}",
    "warband_building": "what the Warband Building of {card} does, if it has any",
    "champion": "whether {card} is a champion",
    "commander": "whether {card} is a commander",
    "commander_rating": "the Commander rating of {card}",
    "difficult": "how Difficult {card} is",
    "requires": "what {card} requires",
    "minions": "which minions {card} brings",
    "classes": "the classes of {card}",
}


def any_of(conditions: Iterator[Q]) -> Q:
    """Return a condition that holds where one of several does."""
    result = Q()
    for condition in conditions:
        result |= condition
    return result


FACTION = Choice(
    "factions",
    _("Faction"),
    lambda words: any_of(Q(factions__contains=f'"{word}"') for word in words),
    mark=None,
)
SIZE = Choice("size", _("Size"), lambda words: Q(figure_size__in=words), mark=None)


def spoken_rows(key: str) -> Callable[[Any], str]:
    """Return what says the rows of one card word in sentences."""
    return lambda rows: " ".join(sentences({key: rows})) or "None"


def summary(leader: str) -> Callable[[Document], str]:
    """Return what says in one line what a card is: "Champion 4, level 11, wild"."""

    def said(document: Document) -> str:
        if document["kind"] != "creature":
            area = document.get("area")
            return f"{area.capitalize()}-size battle map" if area else spoken(document["kind"]).capitalize()
        factions = document["factions"]
        rating = document[f"{leader}_rating"]
        parts = [
            f"{leader.capitalize()} {or_unknown(rating)}" if document[leader] else "Creature",
            f"level {or_unknown(document['level'])}",
            "faction not known" if factions is None else listed(map(spoken, factions), "or"),
        ]
        return ", ".join(filter(None, parts))

    return said


def order(card: CardView) -> tuple[Any, ...]:
    """Order cards of known cost first, the dearer before the cheaper, then by name."""
    return (card.cost is None, -(card.cost or 0), card.title)


def start(leader: str) -> Callable[[Iterable[CardView]], list[CardView]]:
    """Return what picks cards to start a warband with: who leads, of each first faction the dearest."""

    def found(cards: Iterable[CardView]) -> list[CardView]:
        leading = [card for card in cards if card.document.get(leader) and card.cost and card.document["factions"]]
        leading.sort(key=lambda card: (-(card.cost or 0), card.slug))
        first: dict[str, CardView] = {}
        for card in leading:
            first.setdefault(card.document["factions"][0], card)
        return list(first.values())

    return found


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen: its slug, its words, and whether it is chosen now."""

    slug: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """What a warband has beside its creatures, and what there is to choose from.

    `maps` and `tiles` are empty in an edition that has none of them; `brought` are the tiles that it brings.
    """

    factions: tuple[Option, ...]
    maps: tuple[Option, ...]
    tiles: tuple[Option, ...]
    brought: tuple[str, ...]


def setting(words: Mapping[str, str]) -> Callable[["Bench"], Setting]:
    """Return what makes the setting of a warband whose game has these factions."""

    def made(bench: "Bench") -> Setting:
        document, cards = bench.document, list(bench.stock.cards.values())
        return Setting(
            factions=tuple(Option(slug, said, slug == document.get("faction")) for slug, said in words.items()),
            maps=_options(cards, "battle-map", document.get("map")),
            tiles=_options(cards, "terrain-tile", None),
            brought=tuple(bench.stock.title(slug) for slug in document.get("tiles", ())),
        )

    return made


def _options(cards: Iterable[CardView], kind: str, chosen: str | None) -> tuple[Option, ...]:
    found = sorted((card for card in cards if card.document.get("kind") == kind), key=lambda card: card.title)
    return tuple(Option(card.slug, card.title, card.slug == chosen) for card in found)
