"""What its player has: the packs and single cards that a legion is checked against, and what there is still to get."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from legions.cards.stock import CardView, Stock
from legions.collection.availability import states_owned
from rulesapi.engine.core.collection import without_collections
from rulesapi.engine.search.pack_plans import PackSelections, missing_copies, plan_packs
from rulesapi.judging import verdicts

PACK_PREFIX, CARD_PREFIX, NAME_FIELD = "pack:", "card:", "card-name"
"""What the name of a field begins with that says how many there are of a pack, or of a single card; and the name of the
field for the name of a card."""

MAX_ROWS = 200
"""How many single cards have a field of their own at most: a form has only so many. The others stay as they are."""


@dataclass(frozen=True, slots=True)
class OwnedPackRow:
    """A set that somebody has counted. `value` is what stands in its field: how many packs of it there are."""

    name: str
    address: str
    field: str
    value: str


@dataclass(frozen=True, slots=True)
class OwnedCardRow:
    """A card that the legion uses or that is owned by itself: how many are used, and how many of them are missing."""

    card: CardView
    field: str
    value: str
    used: int
    missing: int


@dataclass(frozen=True, slots=True)
class PackToGet:
    """A number of packs of a set."""

    name: str
    address: str
    copies: int


@dataclass(frozen=True, slots=True)
class OwnedCards:
    """What the player of a legion has.

    `stated` tells whether anything is said about it, be it that there is nothing, `own` whether the legion itself says
    so and not the collection that its player has, if there is one (`has_collection`); `words` say in short what the
    legion says. `cards` are those whose number matters now, `others` those that are there as often as they are used;
    `more` counts the cards without a field. `purchase_options` get what is missing with the fewest packs, none where
    nothing is; `smallest` tells that no fewer would do, `nowhere` what is missing and in no counted pack. `written` is
    the name of a card that could not be taken, `refused` tells that anything here could not.
    """

    stated: bool
    own: bool
    has_collection: bool
    words: str
    packs: tuple[OwnedPackRow, ...]
    cards: tuple[OwnedCardRow, ...]
    others: tuple[OwnedCardRow, ...]
    more: int
    purchase_options: tuple[tuple[PackToGet, ...], ...]
    smallest: bool
    nowhere: tuple[str, ...]
    written: str
    refused: bool


def owned_cards(
    document: dict[str, Any], judged: dict[str, Any], stock: Stock, entered: Mapping[str, str], *, has_collection: bool
) -> OwnedCards:
    """Return what the player of a legion has: by its document, or by the collection that it is `judged` beside.

    `has_collection` tells whether the player has a collection; `entered` is what was written and could not be taken.
    """
    library = verdicts.library(document["game"], document.get("release"))
    packs = {library.sets[slug]: copies for slug, copies in document.get("packs", {}).items() if slug in library.sets}
    single: dict[str, int] = document.get("collection", {})
    used = {one.slug: one.copies for one in missing_copies(library, without_collections(document))}
    found = plan_packs(library, judged)
    missing = {one.slug: one.copies for one in found.missing}
    slugs = [slug for slug in {**used, **single} if slug in stock.cards]
    slugs.sort(key=lambda slug: (slug not in missing, slug not in used, stock.title(slug)))

    def pack(slug: str) -> OwnedPackRow:
        name, address = set_link(stock, slug)
        return OwnedPackRow(name, address, PACK_PREFIX + slug, entered.get(PACK_PREFIX + slug, str(packs.get(slug, 0))))

    def card(slug: str) -> OwnedCardRow:
        value = entered.get(CARD_PREFIX + slug, str(single.get(slug, 0)))
        return OwnedCardRow(stock.card(slug), CARD_PREFIX + slug, value, used.get(slug, 0), missing.get(slug, 0))

    own = states_owned(document)
    stated = own or states_owned(judged)
    rows = [card(slug) for slug in slugs[:MAX_ROWS]]
    first = [row for row in rows if not library.contents or row.value != "0" or (stated and row.missing)]
    return OwnedCards(
        stated=stated,
        own=own,
        has_collection=has_collection,
        words=_words(sum(packs.values()), sum(single.values())),
        packs=tuple(sorted(map(pack, library.contents), key=lambda row: row.name)),
        cards=tuple(first),
        others=tuple(row for row in rows if row not in first),
        more=max(0, len(slugs) - MAX_ROWS),
        purchase_options=smallest_purchases(found.packs, stock),
        smallest=found.packs.smallest,
        nowhere=tuple(stock.title(one.slug) for one in found.nowhere if one.slug in stock.cards),
        written=entered.get(NAME_FIELD, ""),
        refused=any(map(is_owned_cards_field, entered)),
    )


def is_owned_cards_field(name: str) -> bool:
    """Return whether a field of that name is one of the panel's."""
    return name == NAME_FIELD or name.startswith((PACK_PREFIX, CARD_PREFIX))


def _words(packs: int, cards: int) -> str:
    parts = [ngettext("%(number)d pack", "%(number)d packs", packs) % {"number": packs}] if packs else []
    if cards:
        parts.append(ngettext("%(number)d single card", "%(number)d single cards", cards) % {"number": cards})
    return ", ".join(parts) or _("nothing yet")


def smallest_purchases(packs: PackSelections, stock: Stock) -> tuple[tuple[PackToGet, ...], ...]:
    """Return the ways to get some cards with the fewest packs, none where nothing is to be got."""
    found = [option for option in packs.options if option]
    return tuple(
        tuple(PackToGet(*set_link(stock, slug), copies) for slug, copies in option.items()) for option in found
    )


def set_link(stock: Stock, slug: str) -> tuple[str, str]:
    """Return the name of a set and its address."""
    return stock.sets.get(slug, {}).get("name") or slug, f"/sets/{stock.game['slug']}/{slug}/"
