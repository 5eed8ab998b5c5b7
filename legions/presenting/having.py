"""What its player has: the packs and single cards that a legion is checked against, and what there is still to get."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from legions.cards.stock import CardView, Stock
from legions.collection.beside import is_said
from rulesapi import verdicts
from rulesapi.engine.collection import without_collections
from rulesapi.engine.packs import Needed, missing, shopping

PACK, CARD, NAME = "pack:", "card:", "card-name"
"""What the name of a field begins with that says how many there are of a pack, or of a single card; and the name of the
field for the name of a card."""

SHOWN = 200
"""How many single cards have a field of their own at most: a form has only so many. The others stay as they are."""


@dataclass(frozen=True, slots=True)
class PackRow:
    """A set that somebody has counted. `value` is what stands in its field: how many packs of it there are."""

    name: str
    address: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card that the legion uses or that is owned by itself: how many are used, and how many of them are wanting."""

    card: CardView
    field: str
    value: str
    used: int
    wanting: int


@dataclass(frozen=True, slots=True)
class ToGet:
    """A number of packs of a set."""

    name: str
    address: str
    copies: int


@dataclass(frozen=True, slots=True)
class Having:
    """What the player of a legion has.

    `said` tells whether anything is said about it, be it that there is nothing, `own` whether the legion itself says so
    and not the collection that its player has, if there is one (`kept`); `words` say in short what the legion says.
    `cards` are those whose number matters now, `others` those that are there as often as they are used; `more` counts
    the cards without a field. `ways` are the ways to get what is wanting with the fewest packs, none where nothing is;
    `smallest` tells that no fewer would do, `nowhere` what is wanting and in no counted pack. `written` is the name of
    a card that could not be taken, `refused` tells that anything here could not.
    """

    said: bool
    own: bool
    kept: bool
    words: str
    packs: tuple[PackRow, ...]
    cards: tuple[CardRow, ...]
    others: tuple[CardRow, ...]
    more: int
    ways: tuple[tuple[ToGet, ...], ...]
    smallest: bool
    nowhere: tuple[str, ...]
    written: str
    refused: bool


def having(
    document: dict[str, Any], judged: dict[str, Any], stock: Stock, entered: Mapping[str, str], *, kept: bool
) -> Having:
    """Return what the player of a legion has: by its document, or by the collection that it is `judged` beside.

    `kept` tells whether the player has a collection; `entered` is what was written and could not be taken.
    """
    library = verdicts.library(document["game"], document.get("release"))
    packs = {library.sets[slug]: copies for slug, copies in document.get("packs", {}).items() if slug in library.sets}
    single: dict[str, int] = document.get("collection", {})
    used = {one.slug: one.copies for one in missing(library, without_collections(document))}
    found = shopping(library, judged)
    wanting = {one.slug: one.copies for one in found.missing}
    slugs = [slug for slug in {**used, **single} if slug in stock.cards]
    slugs.sort(key=lambda slug: (slug not in wanting, slug not in used, stock.title(slug)))

    def pack(slug: str) -> PackRow:
        name, address = set_of(stock, slug)
        return PackRow(name, address, PACK + slug, entered.get(PACK + slug, str(packs.get(slug, 0))))

    def card(slug: str) -> CardRow:
        value = entered.get(CARD + slug, str(single.get(slug, 0)))
        return CardRow(stock.card(slug), CARD + slug, value, used.get(slug, 0), wanting.get(slug, 0))

    own = is_said(document)
    said = own or is_said(judged)
    rows = [card(slug) for slug in slugs[:SHOWN]]
    first = [row for row in rows if not library.contents or row.value != "0" or (said and row.wanting)]
    return Having(
        said=said,
        own=own,
        kept=kept,
        words=_words(sum(packs.values()), sum(single.values())),
        packs=tuple(sorted(map(pack, library.contents), key=lambda row: row.name)),
        cards=tuple(first),
        others=tuple(row for row in rows if row not in first),
        more=max(0, len(slugs) - SHOWN),
        ways=ways(found.packs, stock),
        smallest=found.packs.smallest,
        nowhere=tuple(stock.title(one.slug) for one in found.nowhere if one.slug in stock.cards),
        written=entered.get(NAME, ""),
        refused=any(map(is_field, entered)),
    )


def is_field(name: str) -> bool:
    """Return whether a field of that name is one of the panel's."""
    return name == NAME or name.startswith((PACK, CARD))


def _words(packs: int, cards: int) -> str:
    parts = [ngettext("%(number)d pack", "%(number)d packs", packs) % {"number": packs}] if packs else []
    if cards:
        parts.append(ngettext("%(number)d single card", "%(number)d single cards", cards) % {"number": cards})
    return ", ".join(parts) or _("nothing yet")


def ways(packs: Needed, stock: Stock) -> tuple[tuple[ToGet, ...], ...]:
    """Return the ways to get some cards with the fewest packs, none where nothing is to be got."""
    found = [way for way in packs.ways if way]
    return tuple(tuple(ToGet(*set_of(stock, slug), copies) for slug, copies in way.items()) for way in found)


def set_of(stock: Stock, slug: str) -> tuple[str, str]:
    """Return the name of a set and its address."""
    return stock.sets.get(slug, {}).get("name") or slug, f"/sets/{stock.game['slug']}/{slug}/"
